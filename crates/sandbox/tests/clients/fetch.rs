//! Fetches the address in each line that it reads, and says in a line what came of it.
#![expect(clippy::print_stdout, reason = "what it says is read")]

use std::error::Error;
use std::io;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    rustls::crypto::ring::default_provider()
        .install_default()
        .map_err(|_| "a provider is there")?;
    let client = reqwest::Client::new();
    for line in io::stdin().lines() {
        match fetch(&client, &line?).await {
            Ok(body) => println!("{body}"),
            Err(error) => println!("refused: {error}: {:?}", error.source()),
        }
    }
    Ok(())
}

async fn fetch(client: &reqwest::Client, url: &str) -> reqwest::Result<String> {
    client.get(url).send().await?.text().await
}
