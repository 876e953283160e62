use super::*;

fn fills(words: &[&str]) -> bool {
    let words: Vec<_> = words.iter().map(|word| word.replace('^', "${workspaceFolder}")).collect();
    let args: Vec<_> = words[1..].iter().map(OsString::from).collect();
    fills_text(Path::new(&words[0]), &args)
}

fn all_fill(commands: &[&[&str]]) {
    for words in commands {
        assert!(fills(words), "{words:?}");
    }
}

fn none_fills(commands: &[&[&str]]) {
    for words in commands {
        assert!(!fills(words), "{words:?}");
    }
}

#[test]
fn what_is_filled_into_a_text_is_found_whatever_runs_it() {
    all_fill(&[
        &["sh", "-c", "cd ^ && x"],
        &["/bin/bash", "-l", "-c", "x ${root:a}"],
        &["other", "bash", "-lc", "x ${roots}"],
        &["bash", "-c", "-x", "x ^"],
        &["python3.12", "-u", "-c", "print('${roots}')"],
        &["python3.13t", "-c", "print('^')"],
        &["python3", "-cprint('${roots}')"],
        &["node", "-e", "f('^')"],
        &["node.exe", "-e", "f('^')"],
        &["node-22", "--eval=f('^')"],
        &["perl5.36-x86_64-linux-gnu", "-we", "f('^')"],
        &["deno", "eval", "f('^')"],
        &["R", "--no-save", "-e", "setwd('^')"],
        &["guile-3.0", "-c", "(f \"^\")"],
        &["pwsh", "-NoProfile", "-ExecutionPolicy", "Bypass", "-Command", "x ^"],
        &["pwsh", "-Command", "./s.ps1", "^"],
        &["npx", "-y", "-c", "x ^"],
        &["npm", "exec", "-c", "x ^"],
        &["pnpm", "-rc", "exec", "x ^"],
        &["ssh", "host", "server", "^"],
        &["npx", "-y", "supergateway", "--stdio", "npx -y server ^"],
        &["npx", "nodemon", "--exec", "tsx", "s.ts", "^"],
        &["infisical", "run", "--x", "cd ^ && server"],
        &["infisical", "run", "--command", "npx server ^"],
        &["emacs", "--batch", "--eval", "(f \"^\")"],
        &["npx", "-y", "supergateway@latest", "--stdio", "npx -y server ^"],
        &["npx", "-y", "tsx@latest", "-e", "f('^')"],
        &["docker", "run", "-i", "node:22", "-e", "f('^')"],
        &["uvx", "python@3.12", "-c", "x ^"],
        &["nu", "--commands", "x ^"],
        &["csh", "-fc", "x ^"],
        &["su", "-lc", "x ^", "node"],
        &["docker", "exec", "-i", "c", "script", "-qec", "x ^", "/dev/null"],
        &["systemd-run", "--pipe", "--user", "sh", "-c", "x ^"],
        &["sg", "docker", "docker run -v ^:/w img"],
        &["sh", "-c", "--", "x ^"],
    ]);
}

#[test]
fn options_with_values_do_not_hide_the_text_behind_them() {
    all_fill(&[
        &["bash", "-o", "pipefail", "-c", "x ^"],
        &["bash", "-euo", "pipefail", "-c", "x ^"],
        &["bash", "-euoc", "pipefail", "x ^"],
        &["bash", "+O", "extglob", "-c", "x ^"],
        &["bash", "-login", "-c", "x ^"],
        &["bash", "--rcfile", "/x", "-c", "x ^"],
        &["env", "A=b", "sh", "-o", "errexit", "-c", "x ^"],
        &["fish", "-d", "3", "-C", "x ^", "x.fish"],
        &["python3", "-W", "ignore", "-X", "utf8", "-c", "print('^')"],
        &["node", "-r", "dotenv/config", "-e", "f('^')"],
        &["node", "--unhandled-rejections", "strict", "-e", "f('^')"],
        &["node", "--import", "tsx", "--eval", "f('^')"],
        &["deno", "eval", "--config", "x.json", "f('^')"],
        &["perl", "-I", "lib", "-e", "f('^')"],
        &["php", "-d", "memory_limit=1G", "-r", "f('^');"],
        &["ruby", "-I", "lib", "-e", "f('^')"],
        &["docker", "exec", "-i", "c", "perl", "-lne", "f('^')"],
        &["ruby", "-lane", "f('^')"],
        &["zsh", "-dfc", "x ^"],
        &["julia", "+1.11", "--project=.", "-e", "f(\"^\")"],
        &["elixir", "-pa", "x", "-e", "f(\"^\")"],
        &["pwsh", "-ExecutionPolicy", "Bypass", "-cwa", "x ^"],
        &["julia", "-p", "4", "--startup-file", "no", "-e", "cd(\"^\")"],
        &["npx", "-p", "x", "-c", "x ^"],
        &["npx", "--omit", "dev", "-c", "x ^"],
    ]);
}

#[test]
fn words_before_a_text_do_not_hide_it() {
    all_fill(&[
        &["fish", "-c", "set -x A 1", "-c", "x ^"],
        &["perl", "-e", "a;", "-e", "f('^')"],
        &["Rscript", "-e", "library(x)", "-e", "setwd('^')"],
        &["php", "-B", "a;", "-R", "f('^');"],
        &["docker", "exec", "-i", "c", "su", "-", "node", "-c", "x ^"],
        &["script", "-q", "/dev/null", "-c", "x ^"],
        &["sg", "docker", "-c", "docker run -v ^:/w img"],
        &["nix-shell", "-p", "nodejs", "python3", "--run", "x ^"],
        &["docker", "run", "-i", "--entrypoint", "sh", "-v", "a:b", "img", "-c", "x ^"],
        &["flatpak", "run", "--command=sh", "app", "-c", "x ^"],
        &["other", "develop", "--command", "bash", "-c", "x ^"],
        &["docker", "run", "--entrypoint", "python", "-m", "512m", "img", "-c", "x ^"],
        &["docker", "run", "--entrypoint=sh", "--rm", "-e", "A=b", "img", "-c", "x ^"],
    ]);
}

#[test]
fn what_a_script_is_given_is_no_text() {
    none_fills(&[
        &["python3", "server.py", "-c", "^"],
        &["python3", "-W", "ignore", "server.py", "-c", "^"],
        &["python3", "-u", "-m", "server", "-c", "^"],
        &["python3", "-mmcp_server_git", "--repository", "^"],
        &["python3", "-Xpycache_prefix=^/.c", "-m", "s"],
        &["sh", "-c", "exec x \"$@\"", "sh", "^"],
        &["bash", "-euo", "pipefail", "server.sh", "-c", "^"],
        &["bash", "--noprofile", "--norc", "server.sh", "-c", "^"],
        &["node", "server.js", "-e", "^"],
        &["node", "--env-file", ".env", "server.js", "-e", "^"],
        &["node", "--no-warnings", "--enable-source-maps", "server.js", "-p", "^"],
        &["node", "--experimental-strip-types", "server.ts", "-p", "^"],
        &["tsx", "watch", "server.ts", "^"],
        &["npx", "-y", "x", "-c", "^"],
        &["npm", "exec", "--", "x", "-c", "^"],
        &["npx", "--registry", "https://r.example", "x", "-c", "^"],
        &["deno", "run", "-A", "server.ts", "-e", "^"],
        &["deno", "run", "-R=^", "-W=^", "s.ts"],
        &["perl", "-MJSON", "server.pl", "-e", "^"],
        &["pwsh", "-NoProfile", "-File", "s.ps1", "-Command", "^"],
        &["docker", "run", "-i", "-u", "node", "-e", "ROOT=^", "img"],
        &["server", "--language", "python", "-c", "^"],
        &["server", "--url", "http://x.example/?a=^&b=c"],
        &["npx", "mcp-mssql", "Data Source=^/db.sqlite; Mode=ro"],
        &["docker", "run", "-i", "--entrypoint", "node", "-e", "T", "-v", "^:/w", "img", "x.js"],
        &["docker", "run", "--entrypoint", "sh", "-v", "^:/w", "img", "-c", "node server.js"],
        &["docker", "run", "--entrypoint", "bun", "-p", "3:3", "-v", "^:/w", "img"],
        &["ruby", "-e", "code", "^"],
        &["ruby", "-e", "code", "--", "^"],
        &["php", "-r", "code;", "--", "^"],
        &["fish", "-c", "server $argv", "^"],
        &["julia", "--project=^", "-e", "using M"],
        &["node", "--env-file=^/.env", "-e", "import('x')"],
        &["npx", "--prefix", "^", "-c", "x"],
        &["npx", "--offline", "s", "-c", "^/conf.json"],
        &["bun", "--smol", "s.ts", "-p", "^"],
        &["node", "--inspect-brk", "s.js", "-p", "^"],
        &["bash", "--posix", "run.sh", "-c", "^"],
        &["deno", "--allow-read", "s.ts", "-p", "^"],
        &["pwsh", "s.ps1", "-c", "^"],
        &["R", "--file=s.R", "--args", "-e", "^"],
        &["lua", "-E", "server.lua", "^"],
        &["ruby", "-EUTF-8", "server.rb", "^"],
        &["uv", "run", "script", "-c", "^"],
        &["git-mcp", "--transport", "ssh", "--root", "^"],
        &["server", "--lsp", "bash", "--config", "^", "-c", "x"],
        &["uv", "run", "--directory", "^", "server"],
        &["docker", "run", "-i", "--rm", "-v", "^:/w", "img"],
        &["uvx", "mcp-server-git", "--repository", "^"],
        &["node", "--import", "tsx", "src/index.ts", "^"],
    ]);
}
