//! A server on rmcp, in both eras: tools that ask for the folders, for a person and for a model,
//! and answer with what they are given.
#![allow(deprecated, reason = "roots and sampling are, in the newest revision")]

use rmcp::handler::server::tool::InputResponses as Given;
use rmcp::model::*;
use rmcp::service::{RequestContext, RoleServer};
use rmcp::{ServerHandler, ServiceExt, tool, tool_handler, tool_router, transport::stdio};
use serde_json::{Value, json};

type Context = RequestContext<RoleServer>;
type Answer = Result<CallToolResponse, ErrorData>;

/// What it asks under.
const KEY: &str = "it";

#[derive(Clone)]
struct Peer;

#[tool_router]
impl Peer {
    #[tool(description = "The URIs of the roots, in the client's order")]
    async fn roots(&self, Given(given): Given, context: Context) -> Answer {
        let wanted = InputRequest::ListRoots(ListRootsRequest::default());
        ask(given, context, wanted, |said| said["roots"].to_string()).await
    }

    #[tool(description = "Asks a person for a name")]
    async fn person(&self, Given(given): Given, context: Context) -> Answer {
        let schema = json!({
            "type": "object",
            "properties": { "name": { "type": "string" } },
            "required": ["name"],
        });
        let form = ElicitRequestParams::FormElicitationParams {
            meta: None,
            message: "Who are you?".into(),
            requested_schema: serde_json::from_value(schema).map_err(internal)?,
        };
        let wanted = InputRequest::Elicitation(ElicitRequest::new(form));
        let name = |said: &Value| said["content"]["name"].as_str().unwrap_or("nobody").to_owned();
        ask(given, context, wanted, name).await
    }

    #[tool(description = "Asks a model for the capital of France")]
    async fn model(&self, Given(given): Given, context: Context) -> Answer {
        let messages = vec![SamplingMessage::user_text("What is the capital of France?")];
        let params = CreateMessageRequestParams::new(messages, 100);
        let wanted = InputRequest::CreateMessage(CreateMessageRequest::new(params));
        ask(given, context, wanted, |said| said["content"].to_string()).await
    }
}

#[tool_handler]
impl ServerHandler for Peer {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }
}

/// Answers with what was given, or asks for it: in the answer where the era says so.
async fn ask(
    given: Option<InputResponses>,
    context: Context,
    wanted: InputRequest,
    text: impl FnOnce(&Value) -> String,
) -> Answer {
    let given = given.and_then(|mut given| given.remove(KEY));
    let said = match (given, wanted) {
        (Some(said), _) => said,
        (None, wanted) if is_modern(&context) => {
            let requests = InputRequests::from([(KEY.to_owned(), wanted)]);
            return Ok(InputRequiredResult::new(Some(requests), None).into());
        }
        (None, InputRequest::ListRoots(_)) => value(context.peer.list_roots().await)?,
        (None, InputRequest::CreateMessage(it)) => value(context.peer.create_message(it.params).await)?,
        (None, InputRequest::Elicitation(it)) => value(context.peer.create_elicitation(it.params).await)?,
        (None, _) => return Err(internal("nothing else is asked")),
    };
    Ok(CallToolResult::success(vec![ContentBlock::text(text(&said))]).into())
}

fn is_modern(context: &Context) -> bool {
    context.protocol_version() == Some(ProtocolVersion::V_2026_07_28)
}

fn value<T: serde::Serialize, E: std::fmt::Display>(said: Result<T, E>) -> Result<Value, ErrorData> {
    serde_json::to_value(said.map_err(internal)?).map_err(internal)
}

fn internal(error: impl std::fmt::Display) -> ErrorData {
    ErrorData::internal_error(error.to_string(), None)
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    Peer.serve(stdio()).await?.waiting().await?;
    Ok(())
}
