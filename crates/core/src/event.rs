//! What happened, and what must be done about it.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::network::Destination;
use crate::{
    AbsolutePath, Access, Actor, Asking, AuditRecord, CallAnswer, CallId, CallVerdict, Ceiling,
    Change, Command, Commit, CommitId, Confinement, Decision, DestinationId, Ending, Era,
    Fingerprint, GrantId, Had, HeldCall, How, Lifecycle, Lifetime, Limits, MissedWhy, Place,
    PlaceId, Proven, Provider, ProviderApi, ProviderId, Reachability, Reply, Request, RequestId,
    Root, RootList, Scope, Secret, SeenCommand, ServerId, SessionId, Time, ToolDigest, ToolOf,
    ToolRule, User, Written,
};

/// Something that ended, and for how long it is given again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Again {
    pub ended: GrantId,
    pub lifetime: Lifetime,
}

/// Where a server wants to connect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seeking {
    pub to: Destination,
    /// The addresses on a private network that a name led to which it may connect to otherwise.
    pub leads_to: Vec<Destination>,
    /// Tools whose calls are under way.
    pub during: Vec<String>,
}

/// What happened.
#[derive(Clone, Debug)]
pub enum Event {
    /// A person consented. The folder was looked at just now and is this one.
    Grant(Consent),
    /// A person takes the revocation, or the end, of a grant back.
    GrantAgain(GrantId),
    /// A person has what ended given again. Each folder was looked at just now.
    GrantAllAgain(Vec<Again>),
    Revoke(GrantId),
    RevokeAll,
    SetAccess(GrantId, Access),
    SetLifetime(GrantId, Lifetime),
    ForgetEnded(GrantId),

    AddServer {
        name: String,
        command: Command,
    },
    EditServer {
        server: ServerId,
        name: String,
        command: Command,
    },
    RemoveServer(ServerId),
    /// A server that was removed is there again, by this number. It had that.
    CameBack(ServerId, Box<Had>),
    /// The keyring keeps these values of a server's environment, which are secrets.
    SecretsKept(ServerId, BTreeMap<String, Secret>),
    /// A person chose how the server is kept to its folders.
    SetConfinement(ServerId, Confinement),
    /// A person lets the server connect somewhere, for so long: to all of these, or to none.
    Allow(ServerId, Vec<Destination>, Lifetime),
    /// A person does not let the server connect somewhere, and is not asked again.
    Never(ServerId, Destination),
    /// A person takes back what was said of a destination.
    ForgetDestination(ServerId, Destination),
    /// A person does not decide now where a server may connect.
    DismissDestination(DestinationId),
    /// The server waits for a decision on a destination.
    Sought(SessionId, Seeking),
    /// What became of the server's connections to a destination.
    Connection(SessionId, Destination, Connection),
    /// A person chose when the server runs.
    SetLifecycle(ServerId, Lifecycle),
    /// A person chose how much of the computer the server may take.
    SetLimits(ServerId, Limits),
    /// A person chose how many bytes the server may send in a day; none: no limit.
    SetMostSent(ServerId, Option<u64>),
    /// A person says how much it may send today.
    SendToday(ServerId, Ceiling),
    /// The server has more to send than it may.
    SendingHeld(SessionId),
    /// A day began where the person is, and ends then.
    DayBegan(Time),
    /// A person chose how much the server may ask.
    SetAsking(ServerId, Asking),
    /// A person chose whether they are asked what servers ask in the sessions of this app, where it
    /// can't be asked itself.
    SetStandIn(String, bool),
    /// A person chose which folders the sessions of apps have.
    SetScope(ServerId, Scope),
    /// A person chose whether an app, or every app, may call a tool; or that it has no rule of its
    /// own.
    SetToolRule(ServerId, ToolOf, Option<ToolRule>),
    /// Whether calls of tools that changed wait for the person.
    SetHoldChanged(ServerId, bool),
    /// A person takes the changed tools of a server as they were shown.
    AcceptTools(ServerId, Fingerprint),
    /// A person wants Paddock's own session of the server.
    Start(ServerId),
    /// Somebody wants to use the server: it wakes if it is asleep.
    Needed(SessionId),
    /// Whether anything of it is in use: calls, requests that wait, resources that are followed.
    Busy(SessionId, bool),
    /// An app uses the server from now on, and works in these folders.
    Joined(SessionId, User, Vec<Place>),
    /// The app works in these folders, as it says.
    Works(SessionId, Vec<Place>),
    /// A person does not give an app the folder that it works in, and is not asked again.
    DeclinePlace(PlaceId),
    /// The server listed these tools.
    Listed(SessionId, Vec<(String, ToolDigest)>),
    /// An app was told of these tools from memory, in the server's place.
    Recalled(SessionId, Vec<(String, ToolDigest)>),
    /// An app calls a tool that is not simply allowed to it.
    Held(HeldCall),
    /// A person lets a call through.
    AllowCall(CallId, CallAnswer),
    DenyCall(CallId),
    /// The app was told to try again.
    CallLapsed(CallId),
    /// Nobody waits for the call any more.
    CallGone(CallId),
    /// The server waited to open this path for as long as it can, and nobody answered.
    AccessLapsed(SessionId, AbsolutePath),
    /// A person allowed or denied what the server waited to open, or had waited to.
    AccessAnswered(SessionId, AbsolutePath),
    /// The session of an app ends, by the app or by a person.
    Left(SessionId, Actor),
    /// The server's program was looked for and found, and this is what a person would see; none for
    /// the bundled server, which is part of Paddock.
    Found {
        session: SessionId,
        seen: Option<SeenCommand>,
    },
    /// A person saw the command with this fingerprint and trusts it.
    Trust {
        server: ServerId,
        fingerprint: Fingerprint,
    },
    /// A person no longer trusts the command, nor lets it have what it needs.
    WithdrawTrust(ServerId),
    /// A person stops Paddock's own session of the server.
    Stop(ServerId),
    Restart(SessionId),
    /// All servers stop, until the moment or until resumed.
    Pause(Option<Time>),
    /// The sessions of one app stop, and those that come do not begin.
    PauseApp(String, Option<Time>),
    ResumeApp(String),
    /// Takes a folder from one session of an app, for as long as that lasts.
    Narrow(SessionId, AbsolutePath),
    Resume,

    /// A person set up where language models are reached.
    AddProvider {
        name: String,
        api: ProviderApi,
        url: String,
        preferred: Option<String>,
        has_key: bool,
    },
    EditProvider(Provider),
    /// A person agreed that what servers ask is sent to it, as long as this is its address.
    AllowProvider {
        provider: ProviderId,
        url: String,
    },
    RemoveProvider(ProviderId),

    Committed(CommitId),
    CommitFailed(CommitId),
    Reached(Root, Reachability),
    /// The server was launched and answers.
    Ready(SessionId),
    /// Its run is over, or did not begin.
    Ended(SessionId, Ending),
    /// What the running server speaks; none if it no longer speaks what is remembered of it.
    Spoke(SessionId, Option<Era>),
    /// How this system keeps servers to their folders, if it can.
    Surveyed(Option<How>),
    /// The operating system lets the server into the folders of this list and no others, as a probe
    /// inside found.
    Enforced {
        session: SessionId,
        list: Arc<RootList>,
        proven: Proven,
    },
    /// The server tried to reach something that is not granted.
    Tried {
        session: SessionId,
        path: AbsolutePath,
        access: Access,
    },
    /// The server was given this list in answer to its question.
    Told(SessionId, Arc<RootList>),
    /// Something that the server offers was used.
    Called {
        session: SessionId,
        what: Called,
        /// What it names that is an absolute path.
        paths: Vec<AbsolutePath>,
        /// As an audit record has them.
        arguments: Option<String>,
        ok: bool,
    },
    /// Every record of what happened goes, but for that it was deleted.
    DeleteActivity,
    /// Records are kept as this says.
    SetRetention(String),
    /// What ended or was missed before that is kept no longer.
    ForgetBefore(Time),
    /// A server asks something of the person.
    Requested(Request),
    Decided(RequestId, Decision),
    /// A model has answered.
    Answered(RequestId, Written),
    /// A model did not answer; so many tokens were spent on it.
    AnswerFailed {
        request: RequestId,
        tokens: u32,
    },
    /// A request needs no answer any more.
    Withdrawn(RequestId, MissedWhy),
    /// By its own number.
    DismissMissed(u32),
    /// So many requests of the server for sampling are answered without asking.
    AllowNext(ServerId, u32),
    TimePassed,
    /// Every server that is wanted starts.
    Opened,
}

/// What became of a connection of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Connection {
    Made,
    Refused,
    Cut,
}

/// What of a server was used, by its name or address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Called {
    Tool(String),
    Resource(String),
    Prompt(String),
}

/// What a person agreed to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consent {
    pub root: Root,
    pub server: ServerId,
    pub access: Access,
    pub lifetime: Lifetime,
}

/// Where a server is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunState {
    Stopped,
    /// It has no process, and starts when it is used.
    Asleep,
    /// Its command has not been trusted, or is not the one that was (`changed`).
    NeedsTrust {
        fingerprint: Fingerprint,
        changed: bool,
    },
    Starting,
    Running,
    Stopping,
    /// It ended by itself and is started again at the moment, for the nth time in a row.
    Restarting {
        at: Time,
        attempt: u32,
    },
    Failed,
    /// To be started when the pause is over.
    Paused,
}

/// What must be done, in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Keep this, in order, and say `Committed` or `CommitFailed`. When one fails, so do those that
    /// were asked for before its failure was said: they may build on it.
    Commit(Commit),
    /// Keep this in time; nothing waits for it.
    Record(AuditRecord),
    /// Is kept with the records, sooner or later.
    Note(Box<Change>),
    Watch(Root),
    Unwatch(Root),
    /// The list of this running server changed.
    Announce(SessionId),
    /// Look for the server's program, then say `Found`, or that it was `NotLaunched`.
    Find(SessionId),
    /// Say `Ready`, and `Ended` when no process is left.
    Launch(SessionId),
    /// Have the operating system let this running server into the folders it is granted, and no
    /// others; say `Enforced`.
    Enforce(SessionId),
    Stop(SessionId),
    /// Stop it at once, without asking it to end: it must not reach a folder any longer.
    Kill(SessionId),
    /// The session is over: its app is gone, and no process of it is left.
    Over(SessionId),
    /// Whether the app of this session may call each tool may have changed.
    Rules(SessionId),
    /// Whether Paddock stands in for the app of this session changed.
    StandIn(SessionId),
    /// Where the process of this session may connect may have changed.
    Destinations(SessionId),
    /// What waits in a session for a destination is refused now.
    LetGo(SessionId, Destination),
    /// How much the server may send is not what it was.
    Sending(ServerId),
    /// The day is over where the person is: say `DayBegan`.
    DayOver,
    /// Carry this out for a call that waits.
    Settle(CallId, CallVerdict),
    /// Have a model answer this, then say `Answered` or `AnswerFailed`.
    Answer(RequestId),
    StopAnswering(RequestId),
    /// Tell the server this, once and no more.
    Reply(RequestId, Reply),
    /// This is over: nothing of it is needed any longer, and no model is to go on with it.
    Forget(RequestId),
    /// Say `TimePassed` then; replaces the moment given before.
    Wake(Option<Time>),
    /// Let the person know.
    Tell(Notice),
    /// The event was not carried out.
    Refuse(Refusal),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The grant ends in five minutes.
    Expiring(GrantId),
    /// It ended by itself.
    Ended(GrantId),
    /// It ended by itself and is not started again.
    ServerFailed(SessionId),
    FolderGone(Root),
    FolderReplaced(Root),
    /// The server asks something, and waits for the person.
    Requested(ServerId),
    /// An app works in a folder that is not granted.
    Place(PlaceId),
    /// A server waits for a decision on where it may connect.
    Destination(DestinationId),
    /// A server has sent what it may in a day.
    Sending(ServerId),
    /// A call of an app waits for the person.
    CallWaits(CallId),
    /// What was taken back is taken back, but would return with the next start of the host.
    RevokeNotSaved,
}

/// Why an event was not carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("there is no such server")]
    UnknownServer,
    #[error("there is no such session")]
    UnknownSession,
    #[error("the session does not have that folder")]
    NotItsFolder,
    #[error("the folder is in another one that the session has")]
    WithinAnother,
    #[error("there is no such folder to be asked about")]
    UnknownPlace,
    #[error("there is no such call")]
    UnknownCall,
    #[error("nothing was said of that destination")]
    UnknownDestination,
    #[error("there are too many destinations")]
    TooManyDestinations,
    #[error("the tools are not those that were shown")]
    ToolsChanged,
    #[error("there are too many rules")]
    TooManyRules,
    #[error("there are too many servers")]
    TooManyServers,
    #[error("the commands of all servers together are too long")]
    CommandsTooLong,
    #[error("there are too many providers")]
    TooManyProviders,
    #[error("the name, address or model of a provider is too long")]
    ProviderTooLong,
    #[error("there are too many apps")]
    TooManyApps,
    #[error("there are too many paused apps")]
    TooManyPaused,
    #[error("there is no such grant")]
    UnknownGrant,
    #[error("there is no such provider")]
    UnknownProvider,
    #[error("no server could live with that limit")]
    LimitNotSensible,
    #[error("another server has that name")]
    NameTaken,
    #[error("another provider has that name")]
    ProviderNameTaken,
    #[error("a server needs a name")]
    EmptyName,
    #[error("a provider needs a name")]
    EmptyProviderName,
    #[error("a server needs a program")]
    EmptyProgram,
    #[error("the server that comes with the app can not be changed")]
    Bundled,
    #[error("the command is not the one that was shown")]
    CommandChanged,
    #[error("the request is over")]
    UnknownRequest,
    #[error("the request is not at that point")]
    NotNow,
    #[error("the server does not run, or is not listened to")]
    NotHeard,
    #[error("the grant would be over before it began")]
    AlreadyOver,
    #[error("it could not be saved, so it was not put in force")]
    NotSaved,
}
