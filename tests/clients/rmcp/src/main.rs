//! Starts PROGRAM, grants it FOLDER as its only root, makes the calls of the third argument one
//! after the other, and prints their results: `client-rmcp PROGRAM FOLDER CALLS`, both as JSON. A call
//! may be a command to run between two calls instead.

#![expect(deprecated, reason = "roots are what the server is granted")]

use std::env;
use std::error::Error;

use rmcp::model::{
    CallToolRequestParams, ClientCapabilities, ClientConfig, Implementation, ListRootsResult, Root,
};
use rmcp::service::RequestContext;
use rmcp::transport::TokioChildProcess;
use rmcp::{ClientHandler, ErrorData, RoleClient, ServiceExt};
use serde_json::Value;
use tokio::process::Command;

struct Host {
    folder: String,
}

impl ClientHandler for Host {
    fn get_info(&self) -> ClientConfig {
        let roots = ClientCapabilities::builder().enable_roots().enable_roots_list_changed().build();
        ClientConfig::new(roots, Implementation::new("client-rmcp", "1"))
    }

    async fn list_roots(&self, _: RequestContext<RoleClient>) -> Result<ListRootsResult, ErrorData> {
        Ok(ListRootsResult::new(vec![Root::new(format!("file://{}", self.folder))]))
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let [program, folder, calls] = env::args().skip(1).collect::<Vec<_>>().try_into().map_err(|_| "three arguments")?;
    let client = Host { folder }.serve(TokioChildProcess::new(Command::new(program))?).await?;
    let mut results = Vec::new();
    for call in serde_json::from_str::<Vec<Value>>(&calls)? {
        if let Some([program, args @ ..]) = call["run"].as_array().map(Vec::as_slice) {
            let args = args.iter().filter_map(Value::as_str);
            let program = program.as_str().ok_or("a command has a program")?;
            let ran = Command::new(program).args(args).output().await?;
            ran.status.success().then_some(()).ok_or("a command failed")?;
            continue;
        }
        let name = call["name"].as_str().ok_or("a call has a name")?.to_owned();
        let arguments = call["arguments"].as_object().cloned().unwrap_or_default();
        let call = CallToolRequestParams::new(name).with_arguments(arguments);
        results.push(serde_json::to_value(client.call_tool(call).await?)?);
    }
    println!("{}", Value::from(results));
    client.cancel().await?;
    Ok(())
}
