// The least that a files server can do: frame lines, ask the kernel, escape into an answer. No
// confinement, no negotiation beyond what a client needs to call a tool, no patterns but the end of
// a name. It is what the other servers are measured against.

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *text;
static size_t used, room;

static void reserve(size_t more) {
  if (used + more <= room) return;
  room = (used + more) * 2;
  text = realloc(text, room);
  if (!text) exit(3);
}

static void raw(const char *bytes, size_t length) {
  reserve(length);
  memcpy(text + used, bytes, length);
  used += length;
}

static void put(const char *bytes) { raw(bytes, strlen(bytes)); }

static void escaped(const unsigned char *in, size_t length) {
  static const char hex[] = "0123456789abcdef";
  reserve(length * 6);
  char *out = text + used;
  for (size_t i = 0; i < length; i++) {
    unsigned char c = in[i];
    if (c >= 0x20 && c != '"' && c != '\\') { *out++ = (char)c; continue; }
    *out++ = '\\';
    if (c == '\n') *out++ = 'n';
    else if (c == '"' || c == '\\') *out++ = (char)c;
    else { memcpy(out, "u00", 3); out += 3; *out++ = hex[c >> 4]; *out++ = hex[c & 15]; }
  }
  used = (size_t)(out - text);
}

static void say(const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t written = write(1, bytes, length);
    if (written <= 0) exit(1);
    bytes += written;
    length -= (size_t)written;
  }
}

static void read_file(const char *path) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  struct stat about;
  if (file < 0 || fstat(file, &about) != 0) exit(2);
  size_t size = (size_t)about.st_size, done = 0;
  unsigned char *bytes = malloc(size + 1);
  while (done < size) {
    ssize_t got = read(file, bytes + done, size - done);
    if (got <= 0) exit(2);
    done += (size_t)got;
  }
  close(file);
  escaped(bytes, size);
  free(bytes);
}

static int by_name(const struct dirent **one, const struct dirent **other) {
  return strcmp((*one)->d_name, (*other)->d_name);
}

static void list(const char *path) {
  struct dirent **entries;
  int count = scandir(path, &entries, NULL, by_name);
  for (int i = 0; i < count; i++) {
    const char *name = entries[i]->d_name;
    if (name[0] != '.') {
      put(entries[i]->d_type == DT_DIR ? "[DIR] " : "[FILE] ");
      escaped((const unsigned char *)name, strlen(name));
      put("\\n");
    }
    free(entries[i]);
  }
  free(entries);
}

// With an end to look for, the paths that end so; without, a tree.
static void walk(int above, const char *name, char *path, size_t length, const char *end) {
  int folder = openat(above, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *stream = fdopendir(folder);
  if (!stream) exit(2);
  struct dirent *entry;
  int first = 1;
  while ((entry = readdir(stream))) {
    size_t size = strlen(entry->d_name);
    if (entry->d_name[0] == '.') continue;
    path[length] = '/';
    memcpy(path + length + 1, entry->d_name, size + 1);
    if (end) {
      size_t wanted = strlen(end);
      if (size >= wanted && !strcmp(entry->d_name + size - wanted, end)) {
        escaped((const unsigned char *)path, length + 1 + size);
        put("\\n");
      }
      if (entry->d_type == DT_DIR) walk(folder, entry->d_name, path, length + 1 + size, end);
      continue;
    }
    put(first ? "{\\\"name\\\":\\\"" : ",{\\\"name\\\":\\\"");
    first = 0;
    escaped((const unsigned char *)entry->d_name, size);
    if (entry->d_type == DT_DIR) {
      put("\\\",\\\"type\\\":\\\"directory\\\",\\\"children\\\":[");
      walk(folder, entry->d_name, path, length + 1 + size, NULL);
      put("]}");
    } else {
      put("\\\",\\\"type\\\":\\\"file\\\"}");
    }
  }
  closedir(stream);
}

static void call(const char *tool, const char *path, const char *line) {
  char below[8192];
  size_t length = strlen(path);
  if (length > 4096) exit(2);
  memcpy(below, path, length + 1);
  if (strstr(tool, "\"list_directory\"")) list(path);
  else if (strstr(tool, "\"directory_tree\"")) walk(AT_FDCWD, path, below, length, NULL);
  else if (strstr(tool, "\"search_files\"")) walk(AT_FDCWD, path, below, length, line);
  else read_file(path);
}

int main(void) {
  char *line = NULL;
  size_t space = 0;
  while (getline(&line, &space, stdin) > 0) {
    char *id = strstr(line, "\"id\":"), *path = strstr(line, "\"path\":\""), head[256];
    if (!id || !strstr(line, "\"method\"")) continue;
    id += 5;
    int digits = (int)strspn(id, "0123456789");
    used = 0;
    if (!path) {
      int size = sprintf(head, "{\"jsonrpc\":\"2.0\",\"id\":%.*s,\"result\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"bare\",\"version\":\"0\"}}}\n", digits, id);
      say(head, (size_t)size);
      continue;
    }
    char *tool = strstr(line, "\"name\":"), *pattern = strstr(line, "\"pattern\":\"**/*");
    path += 8;
    char *path_end = strchr(path, '"');
    if (pattern) { pattern += 15; *strchr(pattern, '"') = 0; }
    // The tool's name stands before or behind the path.
    char name[64];
    snprintf(name, sizeof name, "%.40s", tool + 7);
    *path_end = 0;
    int size = sprintf(head, "{\"jsonrpc\":\"2.0\",\"id\":%.*s,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"", digits, id);
    raw(head, (size_t)size);
    size_t begun = used;
    call(name, path, pattern);
    size_t length = used - begun;
    put("\"}],\"structuredContent\":{\"content\":\"");
    reserve(length);
    raw(text + begun, length);
    put("\"}}}\n");
    say(text, used);
    if (room > 1 << 20) { free(text); text = NULL; room = 0; }
  }
  return 0;
}
