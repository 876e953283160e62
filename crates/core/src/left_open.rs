//! What entries of AI apps leave open, as far as more than one part reads them.

/// The folder that the app works in. Paddock puts it into arguments and environment.
pub const WORKSPACE: &str = "${workspaceFolder}";
/// The variable that Claude Code has for it.
pub const CLAUDE_PROJECT: &str = "CLAUDE_PROJECT_DIR";
/// Options before what many programs run as text.
pub const BEFORE_TEXT: &[&str] = &["-c", "-e", "--call", "--command", "--eval", "--run"];

/// How the id begins by which a variable of the app is asked for; its name comes behind it.
pub const VARIABLE: &str = "env:";
/// How the id begins by which a value is asked for that only stands for one.
pub const BLANK: &str = "value:";

/// Whether something of this id is asked for because an entry leaves it open: nobody said what it is.
pub fn is_guessed(id: &str) -> bool {
    [VARIABLE, BLANK].iter().any(|it| id.starts_with(it))
}
