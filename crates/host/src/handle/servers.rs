//! Servers as they are typed. Secrets among it go from here to the keyring; what the actor and the
//! disk see is what stands for them.

use paddock_core::ServerId;

use super::Host;
use crate::draft;
use crate::message::{Ask, SecretAsk};
use crate::secrets::{self, Renaming, Typed};
use crate::view::{EnvEntry, Failure, ServerDraft};

impl Host {
    /// Adds a server; its command is not trusted yet.
    ///
    /// # Errors
    /// It can't be kept, or its secrets are to be in the keyring and can't be.
    pub async fn add_server(&self, draft: ServerDraft) -> Result<u32, Failure> {
        let typed = self.take_secrets(draft).await?;
        let taken = typed.kept.clone();
        let added = self.ask(|reply| Ask::AddServer(typed, reply)).await;
        if added.is_err() {
            self.secrets.forget(taken).await;
        }
        added
    }

    /// Changes a server; another command is not trusted yet.
    ///
    /// # Errors
    /// As for [`add_server`](Self::add_server).
    pub async fn edit_server(&self, server: u32, draft: ServerDraft) -> Result<(), Failure> {
        self.edit(server, draft, Renaming::Free).await
    }

    /// The same, but that a trusted server keeps its name: apps start it by that.
    ///
    /// # Errors
    /// As for [`edit_server`](Self::edit_server), or another name is a person's to give.
    pub async fn edit_command(&self, server: u32, draft: ServerDraft) -> Result<(), Failure> {
        self.edit(server, draft, Renaming::OfUntrusted).await
    }

    async fn edit(
        &self,
        server: u32,
        draft: ServerDraft,
        renaming: Renaming,
    ) -> Result<(), Failure> {
        let typed = self.take_secrets(draft).await?;
        let taken = typed.kept.clone();
        let edit = |reply| Ask::EditServer(ServerId(server), typed, renaming, reply);
        let edited = self.ask(edit).await;
        if edited.is_err() {
            self.secrets.forget(taken).await;
        }
        edited
    }

    async fn take_secrets(&self, draft: ServerDraft) -> Result<Typed, Failure> {
        // What can't be kept anyway is in no keyring.
        let (_, command) = draft::command(draft.clone())?;
        let typed = self.secrets.take(draft, &command).await;
        if let Some(trouble) = &typed.trouble
            && secrets::is_keyring_only(&self.places.data)
        {
            self.secrets.forget(typed.kept).await;
            return Err(trouble.clone());
        }
        Ok(typed)
    }

    /// A server as it was typed, without its secrets.
    ///
    /// # Errors
    /// There is no such server, or it comes with Paddock.
    pub async fn server_draft(&self, server: u32) -> Result<ServerDraft, Failure> {
        self.look(move |it| it.draft(ServerId(server))).await
    }

    /// Whether secrets of a server have these values.
    ///
    /// # Errors
    /// There is no such server.
    pub async fn has_secrets(&self, server: u32, values: Vec<EnvEntry>) -> Result<bool, Failure> {
        let ask = |reply| SecretAsk::Has(ServerId(server), values, reply);
        self.ask(|reply| Ask::Secret(ask(reply))).await
    }

    /// Servers start only with secrets from the keyring, from now on. Those in the database are
    /// offered to it again.
    ///
    /// # Errors
    /// It can't be kept: then it holds until the host ends.
    pub async fn set_keyring_only(&self) -> Result<(), Failure> {
        self.ask(|reply| Ask::Secret(SecretAsk::KeyringOnly(reply))).await
    }

    /// Removes a server, its grants, its home and, a while later, its secrets.
    ///
    /// # Errors
    /// There is no such server, or it comes with Paddock.
    pub async fn remove_server(&self, server: u32) -> Result<(), Failure> {
        self.ask(|reply| Ask::RemoveServer(ServerId(server), reply)).await
    }
}
