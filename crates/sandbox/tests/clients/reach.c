/* reach HOST PORT: says a word to whoever is there, and prints the line that comes back. */
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int main(int count, char **words) {
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found;
    if (count != 3) return 2;
    int error = getaddrinfo(words[1], words[2], &hints, &found);
    if (error) {
        printf("no address: %s\n", gai_strerror(error));
        return 1;
    }
    int reached = -1;
    for (; found && reached < 0; found = found->ai_next) {
        reached = socket(found->ai_family, found->ai_socktype, found->ai_protocol);
        if (reached >= 0 && connect(reached, found->ai_addr, found->ai_addrlen)) {
            close(reached);
            reached = -1;
        }
    }
    if (reached < 0) {
        perror("not reached");
        return 1;
    }
    char line[256];
    if (write(reached, "hello\n", 6) != 6) return 1;
    ssize_t length = read(reached, line, sizeof line);
    return length > 0 && fwrite(line, 1, length, stdout) == (size_t)length ? 0 : 1;
}
