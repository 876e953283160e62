//! Everything that a front may ask of the host, written once.

use std::future::Future;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::Client;
use crate::path::WirePath;
use crate::view::{
    Access, ActivityFilter, ActivityFormat, ActivityPage, CallAnswer, CallView, Completing,
    Confinement, ContentView, EnvEntry, Failure, HeldCallDetail, LifecycleView, LifetimeChoice,
    LimitsChoice, LogView, NamedValue, Pasted, PromptView, PromptedView, ProveDraft, ProvedView,
    ProviderDraft, RequestDetail, ResourcesView, RetentionView, SamplingEdit, SamplingLimits,
    Scope, SeenOverTime, ServerDraft, SpanView, Tier, TodayView, ToolRule, ToolView, VerdictView,
    View, WireFilter, WirePage,
};

/// Makes of each line a variant of [`Command`], a method of [`Client`] and one of [`Commands`].
macro_rules! commands {
    ($($(#[doc = $doc:literal])+ $variant:ident: $name:ident($($arg:ident: $type:ty),* $(,)?) -> $answer:ty;)+) => {
        /// What a front asks.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
        pub enum Command {
            $($(#[doc = $doc])+ $variant { $($arg: $type),* },)+
        }

        impl Client {
            $($(#[doc = $doc])+
            pub async fn $name(&self, $($arg: $type),*) -> Result<$answer, Failure> {
                self.ask(Command::$variant { $($arg),* }).await
            })+
        }

        /// Who carries out what fronts ask.
        pub trait Commands: Sync {
            $($(#[doc = $doc])+
            fn $name(
                &self,
                $($arg: $type),*
            ) -> impl Future<Output = Result<$answer, Failure>> + Send;)+

            /// Carries out a command, and writes down what came of it.
            fn carry_out(
                &self,
                command: Command,
            ) -> impl Future<Output = Result<Box<RawValue>, Failure>> + Send {
                async move {
                    match command {
                        $(Command::$variant { $($arg),* } => written(&self.$name($($arg),*).await?),)+
                    }
                }
            }
        }
    };
}

fn written(answer: &impl Serialize) -> Result<Box<RawValue>, Failure> {
    serde_json::value::to_raw_value(answer).map_err(Failure::internal)
}

/// The number of a consent that waits for a person, if the command widens and has to wait for one.
pub type Waits = Option<u32>;

commands! {
    /// Everything there is to show.
    View: view() -> View;

    /// Proposes a folder that a person named outside of any page.
    ///
    /// # Errors
    /// It is no folder that can be listed.
    Pick: pick(path: WirePath) -> u32;
    /// The same for a server, which the person can change.
    PickFor: pick_for(path: WirePath, server: u32) -> u32;
    /// Proposes every folder of a `.code-workspace` file.
    PickWorkspace: pick_workspace(file: WirePath) -> Vec<u32>;
    /// Proposes the folder of a grant for another server, if it is still the one that was granted.
    ///
    /// # Errors
    /// Another folder stands there now, or none.
    PickGranted: pick_granted(grant: u32, server: Option<u32>) -> u32;
    /// Proposes the smallest sensible folder for what a server tried to reach.
    PickAttempt: pick_attempt(server: u32, attempt: u32) -> u32;
    /// Proposes the smallest sensible folder for what a server could not start without.
    PickMissed: pick_missed(server: u32) -> u32;
    /// Proposes folders that the command of a server names: those that were not brought up before,
    /// or with `again` all.
    PickNamed: pick_named(server: u32, again: bool) -> Vec<u32>;
    /// Folders that the command of a server names and that are not granted to it, once they were
    /// looked for. Nothing is proposed by that.
    NamedFolders: named_folders(server: u32) -> Vec<String>;
    /// Proposes the repository around a picked folder in its place.
    PickRepository: pick_repository(pick: u32) -> u32;
    /// Takes a proposed folder off the list.
    DismissPick: dismiss_pick(pick: u32) -> ();
    /// Grants a picked folder: the person's consent.
    Grant: grant(
        pick: u32,
        server: u32,
        access: Access,
        lifetime: LifetimeChoice,
        typed: Option<String>,
    ) -> ();

    /// Grants several picked folders to one server: the person's consent. None is granted unless each
    /// is the folder that was shown, and none of them needs its name typed.
    GrantFolders: grant_folders(
        picks: Vec<u32>,
        server: u32,
        access: Access,
        lifetime: LifetimeChoice,
    ) -> ();

    /// Does what waits for consent: the person's consent.
    Agree: agree(consent: u32) -> ();
    /// Trusts a command that waits for consent, but not to connect to these: the person's consent.
    AgreeWithout: agree_without(consent: u32, destinations: Vec<String>) -> ();
    /// Takes what waits for consent off the list.
    DismissConsent: dismiss_consent(consent: u32) -> ();

    /// Gives a grant again that ended.
    GrantAgain: grant_again(ended: u32) -> Waits;
    /// Gives again what ended: folders and destinations, under one consent. What can't be brought
    /// back is named there.
    GrantAllAgain: grant_all_again(ended: Vec<u32>) -> Waits;
    /// Changes what a server may do in a granted folder.
    SetAccess: set_access(grant: u32, access: Access) -> Waits;
    /// Changes how long a grant lasts.
    SetLifetime: set_lifetime(grant: u32, lifetime: LifetimeChoice) -> Waits;
    /// Takes a grant or a destination that ended off the list.
    ForgetEnded: forget_ended(ended: u32) -> ();
    /// Takes a folder back.
    Revoke: revoke(grant: u32) -> ();
    /// Takes everything back.
    RevokeAll: revoke_all() -> ();
    /// Stops all servers, for a time or until resumed.
    Pause: pause(minutes: Option<u32>) -> ();
    /// Ends a pause.
    Resume: resume() -> Waits;
    /// Stops the sessions of an app, for a time or until resumed.
    PauseApp: pause_app(app: String, minutes: Option<u32>) -> ();
    /// Ends the pause of an app.
    ResumeApp: resume_app(app: String) -> Waits;
    /// The folder of a grant, to be shown in the file manager.
    GrantedFolder: granted_folder(grant: u32) -> WirePath;
    /// Whether a server, or each, may use the paths in `text`, one a line.
    CheckPaths: check_paths(server: Option<u32>, text: String) -> Vec<VerdictView>;

    /// Reads the servers in a pasted text, and looks at the folders they name; nothing is kept.
    ReadServers: read_servers(text: String) -> Vec<Pasted>;
    /// Adds a server; its command is not trusted yet.
    AddServer: add_server(draft: ServerDraft) -> u32;
    /// Changes a server; another command is not trusted yet.
    EditServer: edit_server(server: u32, draft: ServerDraft) -> ();
    /// A server as it was typed in.
    ServerDraft: server_draft(server: u32) -> ServerDraft;
    /// Whether secrets of a server have these values.
    HasSecrets: has_secrets(server: u32, values: Vec<EnvEntry>) -> bool;
    /// Whether servers start only with secrets from the keyring. Those that are in Paddock's own
    /// file are offered to the keyring again. That secrets may be in the file widens.
    SetKeyringOnly: set_keyring_only(on: bool) -> Waits;
    /// Removes a server, its grants and its home.
    RemoveServer: remove_server(server: u32) -> ();
    /// Starts a server whose command is trusted.
    StartServer: start_server(server: u32) -> ();
    /// Stops a server.
    StopServer: stop_server(server: u32) -> ();
    /// Stops a server and starts it again.
    RestartServer: restart_server(server: u32) -> ();
    /// Ends the session of an app.
    EndSession: end_session(server: u32, session: u32) -> ();
    /// Takes a folder from the session of an app, for as long as that lasts.
    NarrowSession: narrow_session(server: u32, session: u32, folder: String) -> ();
    /// Trusts the command with this fingerprint, as it was shown, and starts it.
    TrustServer: trust_server(server: u32, fingerprint: String) -> Waits;
    /// Has the commands of several servers, each of them looked for and not trusted, wait for one
    /// consent; of those in `with_folders`, the folders that they name too; and of what `ended` all
    /// that was theirs, so that it is given again.
    ///
    /// # Errors
    /// One of them does not wait for trust, or too much waits already.
    IntroduceServers: introduce_servers(
        servers: Vec<u32>,
        with_folders: Vec<u32>,
        ended: Vec<u32>,
    ) -> Vec<u32>;
    /// Takes back that a command is trusted, and stops it.
    WithdrawTrust: withdraw_trust(server: u32) -> ();
    /// Changes when a server starts and stops by itself.
    SetLifecycle: set_lifecycle(server: u32, lifecycle: LifecycleView) -> ();
    /// Changes how much of the computer a server may take. If it runs, it is started again.
    ///
    /// # Errors
    /// No server could live with that.
    SetLimits: set_limits(server: u32, limits: LimitsChoice) -> ();
    /// Changes how much a server may send in a day, in kilobytes; none: any number of bytes. What it
    /// has sent today counts.
    ///
    /// # Errors
    /// It is more or less than makes sense.
    SetMostSent: set_most_sent(server: u32, most: Option<u32>) -> Waits;
    /// Says how much a server that has a limit may send today. That it may send nothing more is said
    /// at once, and cuts its connections.
    ///
    /// # Errors
    /// It has no limit.
    SendToday: send_today(server: u32, today: TodayView) -> Waits;
    /// Changes how a server is kept to its folders.
    SetConfinement: set_confinement(server: u32, choice: Confinement) -> Waits;
    /// Changes which folders the sessions of apps have.
    SetScope: set_scope(server: u32, scope: Scope) -> Waits;
    /// Changes whether an app, or every app, may call a tool; without a rule, the app has none of
    /// its own.
    SetToolRule: set_tool_rule(
        server: u32,
        app: Option<String>,
        tool: String,
        rule: Option<ToolRule>,
    ) -> Waits;
    /// Whether calls of tools that changed wait for the person.
    SetHoldChanged: set_hold_changed(server: u32, on: bool) -> Waits;
    /// Takes the tools that changed as they are now.
    AcceptTools: accept_tools(server: u32) -> Waits;
    /// Proposes a folder that an app works in.
    PickPlace: pick_place(place: u32) -> u32;
    /// The app is not given this folder, and nobody is asked again.
    DismissPlace: dismiss_place(place: u32) -> ();
    /// What a call that waits says in full.
    HeldCall: held_call(call: u32) -> HeldCallDetail;
    /// Lets a call through that waits: the person's consent.
    AllowCall: allow_call(call: u32, answer: CallAnswer) -> ();
    /// Refuses a call that waits.
    DenyCall: deny_call(call: u32) -> ();
    /// Lets a server connect somewhere.
    ///
    /// # Errors
    /// The text is no destination.
    AllowDestination: allow_destination(
        server: u32,
        destination: String,
        lifetime: LifetimeChoice,
    ) -> Waits;
    /// Lets a server connect to what it asks for, as that is shown.
    AllowAskedDestination: allow_asked_destination(asked: u32, lifetime: LifetimeChoice) -> Waits;
    /// The server may not connect there, whatever else covers it, and nobody is asked again.
    DenyDestination: deny_destination(server: u32, destination: String) -> ();
    /// Takes back what was said of a destination. What is open there is cut if it was allowed.
    ForgetDestination: forget_destination(server: u32, destination: String) -> Waits;
    /// Nobody decides now; the server is refused when it has waited, and may ask again.
    DismissDestination: dismiss_destination(asked: u32) -> ();
    /// What a server tried is not allowed; if it waits with it, it finds nothing. With `silence`
    /// nobody is asked about that again as long as the server runs.
    DismissAttempt: dismiss_attempt(server: u32, attempt: u32, silence: bool) -> ();
    /// Shows that the boundary of a server holds, in a world made for the purpose.
    Prove: prove(server: u32) -> ProvedView;
    /// Shows that the boundary holds around a command that is no server yet, or around the bundled
    /// server, by one tier or the best that works.
    ProveCommand: prove_command(command: Option<ProveDraft>, tier: Option<Tier>) -> ProvedView;

    /// The tools of a server.
    Tools: tools(server: u32) -> Vec<ToolView>;
    /// Calls a tool. `call` is a number of the front's own, for `cancel_call`.
    CallTool: call_tool(server: u32, tool: String, arguments: String, call: u32) -> CallView;
    /// Cancels a call of this front.
    CancelCall: cancel_call(call: u32) -> ();
    /// The resources of a server, and its templates.
    Resources: resources(server: u32) -> ResourcesView;
    /// Reads a resource.
    ReadResource: read_resource(server: u32, uri: String, call: u32) -> ContentView;
    /// Reads a template with its variables filled in.
    ReadTemplate: read_template(
        server: u32,
        template: String,
        values: Vec<NamedValue>,
        call: u32,
    ) -> ContentView;
    /// Follows the changes of a resource, or no longer.
    FollowResource: follow_resource(server: u32, uri: String, on: bool) -> ();
    /// The prompts of a server.
    Prompts: prompts(server: u32) -> Vec<PromptView>;
    /// Fills in a prompt.
    Prompt: prompt(server: u32, name: String, values: Vec<NamedValue>, call: u32) -> PromptedView;
    /// What a server proposes for an argument that is being typed.
    Complete: complete(server: u32, completing: Completing) -> Vec<String>;

    /// Follows the log of one server, or of none. Each front follows its own.
    FollowLog: follow_log(server: Option<u32>) -> Option<LogView>;
    /// The messages that went to and from a server, newest first.
    Messages: messages(server: u32, filter: WireFilter) -> WirePage;
    /// A shell script that sends a server what was sent to it up to a message, secrets masked.
    Reproduce: reproduce(server: u32, upto: u32) -> String;
    /// A page of what happened, newest first.
    Activity: activity(filter: ActivityFilter) -> ActivityPage;
    /// What a server did over time, by destination too; or what each did in all.
    Seen: seen(server: Option<u32>, span: SpanView) -> SeenOverTime;
    /// Writes what happened, the oldest first, and answers with how many. The file is its owner's
    /// alone.
    ///
    /// # Errors
    /// The file can't be written. One that is there is replaced, and a link is followed.
    ExportActivity: export_activity(
        filter: ActivityFilter,
        format: ActivityFormat,
        file: WirePath,
    ) -> u32;
    /// Changes how long what happened is kept. What keeps less widens: it hides what servers did.
    SetRetention: set_retention(keep: RetentionView) -> Waits;
    /// Deletes what happened so far. That it was deleted is written down.
    DeleteActivity: delete_activity() -> Waits;

    /// What a request says in full.
    Request: request(request: u32) -> RequestDetail;
    /// Sends a request for sampling to a model, with what the person changed.
    SendSampling: send_sampling(request: u32, edit: SamplingEdit) -> ();
    /// Stops the model; the request waits again.
    StopSampling: stop_sampling(request: u32) -> ();
    /// Gives the server the answer: the model's, or what the person wrote in its place.
    DeliverAnswer: deliver_answer(request: u32, text: Option<String>) -> ();
    /// Gives the server what the person filled in: a JSON object.
    SubmitForm: submit_form(request: u32, values: String) -> ();
    /// The address to open, exactly; the server is told that the person agreed.
    AgreeToUrl: agree_to_url(request: u32) -> String;
    /// Says no. With `mute`, this server is not listened to until the person changes that.
    DenyRequest: deny_request(request: u32, mute: bool) -> ();
    /// Takes something that is over off the list.
    DismissMissed: dismiss_missed(missed: u32) -> ();
    /// Lets the next requests of a server through without asking.
    AllowNext: allow_next(server: u32, count: u32) -> ();
    /// Listens to what a server asks, or does not.
    SetMuted: set_muted(server: u32, muted: bool) -> ();
    /// Whether the person is asked what servers ask in the sessions of an app, where the app can't
    /// be asked itself. The app is named as in its configuration.
    SetStandIn: set_stand_in(app: String, on: bool) -> ();
    /// Changes how much a server may ask of models.
    SetSamplingLimits: set_sampling_limits(server: u32, limits: SamplingLimits) -> ();

    /// Adds a provider of models.
    AddProvider: add_provider(draft: ProviderDraft) -> u32;
    /// Changes a provider.
    EditProvider: edit_provider(provider: u32, draft: ProviderDraft) -> ();
    /// Has a person agree that what servers ask is sent to a provider, at the address that it has.
    AllowProvider: allow_provider(provider: u32) -> Waits;
    /// Removes a provider and its key.
    RemoveProvider: remove_provider(provider: u32) -> ();
    /// Asks a provider for its models.
    CheckProvider: check_provider(provider: u32) -> ();

    /// Takes a notice off the list.
    DismissNotice: dismiss_notice(notice: u32) -> ();
    /// Whether a person may consent at a terminal on this computer too.
    SetTerminalConsent: set_terminal_consent(allowed: bool) -> Waits;
    /// Stops every server, and ends the host when no process of any is left.
    Quit: quit() -> ();
}
