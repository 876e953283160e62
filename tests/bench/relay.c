// The least that a relay between an app and a server can be: two pipes each way, `poll`, and no byte
// looked at. `bare-relay PROGRAM [ARGUMENT…]`

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { CHUNK = 64 * 1024 };

static char bytes[CHUNK];

static void fail(const char *what) {
	perror(what);
	exit(1);
}

static int pass(int from, int to) {
	ssize_t length = read(from, bytes, sizeof bytes);
	if (length < 0 && (errno == EINTR || errno == EAGAIN)) return 1;
	if (length <= 0) return 0;
	for (ssize_t written = 0; written < length;) {
		ssize_t count = write(to, bytes + written, (size_t)(length - written));
		if (count >= 0) {
			written += count;
		} else if (errno == EAGAIN) {
			struct pollfd room = {.fd = to, .events = POLLOUT};
			poll(&room, 1, -1);
		} else if (errno != EINTR) {
			return 0;
		}
	}
	return 1;
}

int main(int count, char **arguments) {
	int in[2], out[2];
	if (count < 2) return 64;
	if (pipe2(in, O_CLOEXEC) < 0 || pipe2(out, O_CLOEXEC) < 0) fail("pipe2");
	pid_t child = fork();
	if (child < 0) fail("fork");
	if (child == 0) {
		if (dup2(in[0], 0) < 0 || dup2(out[1], 1) < 0) fail("dup2");
		execvp(arguments[1], arguments + 1);
		fail(arguments[1]);
	}
	close(in[0]);
	close(out[1]);
	struct pollfd ends[2] = {{.fd = 0, .events = POLLIN}, {.fd = out[0], .events = POLLIN}};
	for (;;) {
		if (poll(ends, 2, -1) < 0) {
			if (errno == EINTR) continue;
			fail("poll");
		}
		if (ends[0].revents && !pass(0, in[1])) return 0;
		if (ends[1].revents && !pass(out[0], 1)) return 0;
	}
}
