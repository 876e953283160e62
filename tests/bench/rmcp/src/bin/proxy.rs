//! A proxy on rmcp before a server: `bench-rmcp-proxy SERVER [ARGUMENT…]`.

use std::env;
use std::error::Error;

use rmcp::model::{ClientNotification, ClientRequest, ServerConfig, ServerResult};
use rmcp::service::{NotificationContext, Peer, RequestContext, ServiceError};
use rmcp::transport::{TokioChildProcess, stdio};
use rmcp::{ErrorData, RoleClient, RoleServer, Service, ServiceExt};
use tokio::process::Command;

struct Proxy {
    server: Peer<RoleClient>,
    config: ServerConfig,
}

impl Service<RoleServer> for Proxy {
    async fn handle_request(
        &self,
        request: ClientRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<ServerResult, ErrorData> {
        if let ClientRequest::InitializeRequest(request) = request {
            context.peer.set_peer_info(request.params);
            return Ok(ServerResult::InitializeResult(self.config.clone()));
        }
        self.server.send_request(request).await.map_err(|error| match error {
            ServiceError::McpError(error) => error,
            other => ErrorData::internal_error(other.to_string(), None),
        })
    }

    /// What the client says of itself to a server is said by the proxy's own client.
    async fn handle_notification(
        &self,
        _: ClientNotification,
        _: NotificationContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        Ok(())
    }

    fn get_info(&self) -> ServerConfig {
        self.config.clone()
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let mut args = env::args_os().skip(1);
    let mut command = Command::new(args.next().ok_or("no server is named")?);
    command.args(args);
    let client = ().serve(TokioChildProcess::new(command)?).await?;
    let said = client.peer_info().ok_or("the server said nothing of itself")?;
    let mut config = ServerConfig::new(said.capabilities.clone());
    config.protocol_version = said.protocol_version.clone();
    let proxy = Proxy { server: client.peer().clone(), config };
    proxy.serve(stdio()).await?.waiting().await?;
    Ok(())
}
