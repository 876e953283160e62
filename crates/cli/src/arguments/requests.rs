use clap::{Args, Subcommand};

use paddock_control::view::{CallAnswer, LifetimeChoice, TodayView};

use super::{AccessArg, Lifetime, Wait, values};

#[derive(Debug, Subcommand)]
pub(crate) enum Requests {
    Show {
        #[arg(value_name = "REQUEST")]
        request: values::Item,
    },
    Answer(AnswerArgs),
    Stop {
        #[arg(value_name = "REQUEST", value_parser = values::number)]
        request: u32,
    },
    Next {
        #[arg(value_name = "SERVER")]
        server: String,
        #[arg(value_name = "COUNT", value_parser = values::count, default_value = "1")]
        #[arg(hide_default_value = true)]
        count: u32,
    },
    Missed {
        #[arg(long)]
        clear: bool,
    },
    Allow {
        #[arg(value_name = "REQUEST", value_parser = values::allowable)]
        which: values::Item,
        #[command(flatten)]
        how: AllowFor,
    },
    Grant(GrantFor),
    Deny {
        #[arg(value_name = "REQUEST")]
        request: values::Item,
        #[arg(long)]
        block: bool,
    },
}

/// How long a call or a connection is allowed, or how much may be sent.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct AllowFor {
    #[command(flatten)]
    long: HowLong,
    #[command(flatten)]
    pub(crate) wait: Wait,
}

#[derive(Clone, Copy, Debug, Args)]
#[group(multiple = false)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
struct HowLong {
    #[arg(long)]
    session: bool,
    #[arg(long = "for", value_name = "TIME", value_parser = values::minutes)]
    time: Option<u32>,
    #[arg(long)]
    this_run: bool,
    #[arg(long)]
    always: bool,
    #[arg(long)]
    unlimited: bool,
}

impl AllowFor {
    /// For a call; `None` if this is no length for one.
    pub(crate) fn answer(self) -> Option<CallAnswer> {
        match self.long {
            HowLong { time: Some(60), .. } => Some(CallAnswer::Hour),
            HowLong { time: Some(_), .. }
            | HowLong { this_run: true, .. }
            | HowLong { unlimited: true, .. } => None,
            HowLong { session: true, .. } => Some(CallAnswer::Session),
            HowLong { always: true, .. } => Some(CallAnswer::Always),
            HowLong { .. } => Some(CallAnswer::Once),
        }
    }

    /// For a connection; `None` if this is no length for one.
    pub(crate) fn lifetime(self) -> Option<LifetimeChoice> {
        match self.long {
            HowLong { session: true, .. } | HowLong { unlimited: true, .. } => None,
            HowLong { time: Some(minutes), .. } => Some(LifetimeChoice::For { minutes }),
            HowLong { this_run: true, .. } => Some(LifetimeChoice::ThisRun),
            HowLong { always: true, .. } => Some(LifetimeChoice::Always),
            HowLong { .. } => Some(LifetimeChoice::OneHour),
        }
    }

    /// For what is sent today, up to this much or without a limit; `None` if this is no length for it.
    pub(crate) fn today(self, kilobytes: u32) -> Option<TodayView> {
        match self.long {
            HowLong { session: true, .. }
            | HowLong { time: Some(_), .. }
            | HowLong { this_run: true, .. }
            | HowLong { always: true, .. } => None,
            HowLong { unlimited: true, .. } => Some(TodayView::Unlimited),
            HowLong { .. } => Some(TodayView::UpTo { kilobytes }),
        }
    }
}

/// The folder that an app works in or a server tries to reach, for that server.
#[derive(Debug, Args)]
pub(crate) struct GrantFor {
    #[arg(value_name = "REQUEST", value_parser = values::grantable)]
    pub(crate) which: values::Item,
    #[arg(long, value_name = "ACCESS", hide_possible_values = true)]
    pub(crate) access: Option<AccessArg>,
    #[command(flatten)]
    pub(crate) lifetime: Lifetime,
    #[command(flatten)]
    pub(crate) wait: Wait,
}

#[derive(Debug, Args)]
pub(crate) struct AnswerArgs {
    #[arg(value_name = "REQUEST", value_parser = values::number)]
    pub(crate) request: u32,
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["values", "fields", "model"])]
    pub(crate) text: Option<String>,
    #[arg(long, value_name = "JSON", conflicts_with_all = ["fields", "model"])]
    pub(crate) values: Option<String>,
    #[arg(long = "field", value_name = "NAME=VALUE", value_parser = values::pair)]
    #[arg(conflicts_with = "model")]
    pub(crate) fields: Vec<values::Pair>,
    #[arg(long)]
    pub(crate) model: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Consents {
    Show {
        #[arg(value_name = "ID")]
        which: values::Waiting,
    },
    Agree {
        #[arg(value_name = "ID")]
        which: values::Waiting,
        #[arg(long, value_name = "SERVER")]
        server: Option<String>,
        #[arg(long, value_name = "ACCESS", default_value = "read")]
        #[arg(hide_default_value = true, hide_possible_values = true)]
        access: AccessArg,
        #[command(flatten)]
        lifetime: Lifetime,
    },
    Dismiss {
        #[arg(value_name = "ID", required = true)]
        which: Vec<values::Waiting>,
    },
}
