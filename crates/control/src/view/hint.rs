//! What may help, by a name that stays.

paddock_core::codes! {
/// What to do about a failure, as far as its signs tell. Fronts have words for each: the message
/// `hint-<code>` of the catalogue.
pub enum Hint {
    // Where a program comes from.
    Node = "node",
    Uv = "uv",
    Python = "python",
    Docker = "docker",
    Podman = "podman",
    Bun = "bun",
    Deno = "deno",
    Java = "java",

    // What a program seems to say.
    VersionManager = "version-manager",
    Arguments = "arguments",
    BrowserSandbox = "browser-sandbox",
    BrowserLandlock = "browser-landlock",
}
}
