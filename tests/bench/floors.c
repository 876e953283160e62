/*
 * What the kernel alone takes for what enforcement does, with nothing of Paddock's:
 *
 *   cc -O2 -pthread tests/bench/floors.c -o floors && ./floors
 *
 * A network namespace with its loopback and a route; 64 MiB over loopback, at once and through a process
 * that splices or copies them; and an open(2) that another process is asked about (seccomp_unotify(2)).
 * Each pair is measured in turn. Of processor time it counts what all of the processes took.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/rtnetlink.h>
#include <linux/seccomp.h>
#include <net/if.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { ROUNDS = 41, MEBIBYTES = 64, PIPE = 256 << 10 };

static double at(clockid_t clock)
{
	struct timespec t;
	clock_gettime(clock, &t);
	return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static double now(void) { return at(CLOCK_MONOTONIC); }

static double used_by(pid_t pid)
{
	clockid_t clock;
	clock_getcpuclockid(pid, &clock);
	return at(clock);
}

static int compare(const void *a, const void *b)
{
	double x = *(double *)a, y = *(double *)b;
	return (x > y) - (x < y);
}

static double median(double *all)
{
	qsort(all, ROUNDS, sizeof *all, compare);
	return all[ROUNDS / 2];
}

static void namespaces(void)
{
	static double made[ROUNDS], raised[ROUNDS];
	for (int i = 0; i < ROUNDS; i++) {
		int result[2];
		pipe(result);
		pid_t child = fork();
		if (!child) {
			char answer[1024];
			double t[3];
			unshare(CLONE_NEWUSER);
			t[0] = now();
			if (unshare(CLONE_NEWNET)) _exit(1);
			t[1] = now();
			int netlink = socket(AF_NETLINK, SOCK_RAW, 0);
			struct { struct nlmsghdr head; struct ifinfomsg body; } up = {
				{sizeof up, RTM_NEWLINK, NLM_F_REQUEST | NLM_F_ACK, 0, 0},
				{.ifi_index = 1, .ifi_flags = IFF_UP, .ifi_change = IFF_UP}};
			struct { struct nlmsghdr head; struct rtmsg body; struct rtattr out; int link; } route = {
				{sizeof route, RTM_NEWROUTE, NLM_F_REQUEST | NLM_F_ACK | NLM_F_CREATE, 0, 0},
				{.rtm_family = AF_INET, .rtm_table = RT_TABLE_LOCAL, .rtm_protocol = RTPROT_STATIC,
				 .rtm_scope = RT_SCOPE_HOST, .rtm_type = RTN_LOCAL},
				{8, RTA_OIF}, 1};
			send(netlink, &up, sizeof up, 0);
			recv(netlink, answer, sizeof answer, 0);
			send(netlink, &route, sizeof route, 0);
			recv(netlink, answer, sizeof answer, 0);
			t[2] = now();
			write(result[1], t, sizeof t);
			_exit(0);
		}
		double t[3] = {0};
		read(result[0], t, sizeof t);
		waitpid(child, NULL, 0);
		close(result[0]);
		close(result[1]);
		made[i] = t[1] - t[0];
		raised[i] = t[2] - t[1];
	}
	printf("network namespace: %.0f us, its loopback and route: %.0f us\n", median(made), median(raised));
}

static int service_port, relay_port, splices;

static int listen_at(int *port)
{
	struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
	socklen_t size = sizeof address;
	int listener = socket(AF_INET, SOCK_STREAM, 0);
	bind(listener, (void *)&address, size);
	listen(listener, 64);
	getsockname(listener, (void *)&address, &size);
	*port = ntohs(address.sin_port);
	return listener;
}

static int connect_to(int port)
{
	struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}, .sin_port = htons(port)};
	int stream = socket(AF_INET, SOCK_STREAM, 0);
	if (connect(stream, (void *)&address, sizeof address)) exit(1);
	return stream;
}

static void *bring(void *client)
{
	static char much[1 << 20];
	for (int i = 0; i < MEBIBYTES; i++)
		for (size_t sent = 0; sent < sizeof much;) {
			ssize_t count = write((long)client, much + sent, sizeof much - sent);
			if (count <= 0) return NULL;
			sent += count;
		}
	close((long)client);
	return NULL;
}

static void *pass_on(void *client)
{
	int from = connect_to(service_port), to = (long)client, between[2];
	char *bytes = malloc(PIPE);
	pipe(between);
	fcntl(between[1], F_SETPIPE_SZ, PIPE);
	for (;;) {
		ssize_t left = splices ? splice(from, NULL, between[1], NULL, PIPE, SPLICE_F_MOVE) : read(from, bytes, PIPE);
		if (left <= 0) break;
		for (char *rest = bytes; left > 0;) {
			ssize_t count = splices ? splice(between[0], NULL, to, NULL, left, SPLICE_F_MOVE) : write(to, rest, left);
			if (count <= 0) return NULL;
			left -= count;
			rest += count;
		}
	}
	close(from), close(to), close(between[0]), close(between[1]), free(bytes);
	return NULL;
}

static pid_t serve(int listener, void *(*answer)(void *))
{
	pid_t child = fork();
	if (child) return child;
	for (;;) {
		pthread_t thread;
		pthread_create(&thread, NULL, answer, (void *)(long)accept(listener, NULL, NULL));
		pthread_detach(thread);
	}
}

static void *fetch(void *port)
{
	int stream = connect_to((long)port);
	char *bytes = malloc(PIPE);
	while (read(stream, bytes, PIPE) > 0) {}
	free(bytes);
	close(stream);
	return NULL;
}

static double fetch_all(int port, int streams)
{
	pthread_t threads[64];
	double start = now();
	for (int i = 0; i < streams; i++) pthread_create(&threads[i], NULL, fetch, (void *)(long)port);
	for (int i = 0; i < streams; i++) pthread_join(threads[i], NULL);
	return now() - start;
}

static void relays(int streams, int rounds)
{
	static double time[ROUNDS], used[ROUNDS];
	int service = listen_at(&service_port), relay = listen_at(&relay_port);
	pid_t server = serve(service, bring), between = serve(relay, pass_on);
	for (int i = 0; i < ROUNDS; i++) {
		if (i >= rounds) { time[i] = time[i % rounds], used[i] = used[i % rounds]; continue; }
		double own = used_by(getpid()), its = used_by(server);
		double plain = fetch_all(service_port, streams);
		double plain_used = used_by(getpid()) - own + used_by(server) - its;
		own = used_by(getpid()), its = used_by(server) + used_by(between);
		time[i] = fetch_all(relay_port, streams) / plain;
		used[i] = (used_by(getpid()) - own + used_by(server) + used_by(between) - its) / plain_used;
	}
	kill(server, SIGKILL), kill(between, SIGKILL);
	waitpid(server, NULL, 0), waitpid(between, NULL, 0);
	close(service), close(relay);
	printf("64 MiB, %d at once, %s: %.2f times as long, %.2f times the processor time\n", streams,
		   splices ? "spliced" : "copied", median(time), median(used));
}

static double open_often(int flags)
{
	enum { OFTEN = 2000 };
	double start = now();
	char byte;
	for (int i = 0; i < OFTEN; i++) {
		int file = open("/etc/passwd", O_RDONLY | flags);
		read(file, &byte, 1);
		close(file);
	}
	return (now() - start) / OFTEN;
}

/* Lets every open of `child` through. */
static void answer_all(int listener)
{
	for (;;) {
		struct seccomp_notif call = {0};
		if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &call)) return;
		struct seccomp_notif_resp answer = {.id = call.id, .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE};
		ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
	}
}

static void asked(void)
{
	struct { int listener; double plain[ROUNDS], asked[ROUNDS]; } *shared =
		mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	shared->listener = -1;
	pid_t child = fork();
	if (!child) {
		struct sock_filter code[] = {
			BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
			BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 3),
			BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2])),
			BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_NOFOLLOW, 0, 1),
			BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
			BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
		struct sock_fprog program = {6, code};
		prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
		int listener = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
		__atomic_store_n(&shared->listener, listener, __ATOMIC_SEQ_CST);
		for (int i = 0; i < ROUNDS; i++) {
			shared->plain[i] = open_often(0);
			shared->asked[i] = open_often(O_NOFOLLOW);
		}
		_exit(0);
	}
	int number;
	while ((number = __atomic_load_n(&shared->listener, __ATOMIC_SEQ_CST)) < 0) sched_yield();
	int listener = syscall(SYS_pidfd_getfd, syscall(SYS_pidfd_open, child, 0), number, 0);
	pthread_t thread;
	pthread_create(&thread, NULL, (void *(*)(void *))answer_all, (void *)(long)listener);
	waitpid(child, NULL, 0);
	printf("open, read, close: %.2f us, asked about: %.2f us\n", median(shared->plain), median(shared->asked));
}

int main(void)
{
	signal(SIGPIPE, SIG_IGN);
	namespaces();
	asked();
	for (splices = 1; splices >= 0; splices--) {
		relays(1, ROUNDS);
		relays(32, 3);
	}
}
