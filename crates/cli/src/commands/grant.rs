//! What gives folders to servers, or more in them. All of it waits for a person.

use paddock_control::view::{Code, Failure, LifetimeChoice};
use paddock_core::text::shown;

use crate::arguments::values::{Waiting, absolute_path};
use crate::arguments::{Again, Extend, Grant, SetAccess};
use crate::consent::{Asked, Wish, done_or_settled, is_waiting, settle};
use crate::exit::Exit;
use crate::front::Front;
use crate::names;
use crate::out::Out;

pub(super) async fn grant(asked: &Grant, out: &Out) -> Result<Exit, Failure> {
    let mut front = Front::open(true).await?;
    // What a person reads says how it will be enforced.
    let view = front.surveyed().await?;
    let server = names::server(&view, &asked.server)?;
    let wish = Wish {
        server: server.id,
        access: asked.access.into(),
        lifetime: asked.lifetime.chosen().unwrap_or(LifetimeChoice::Always),
    };
    let pick = front.client.pick(absolute_path(&asked.path).into()).await?;
    let which = Waiting::Pick(pick);
    // It may have been proposed already.
    let is_own = !is_waiting(&view, which);
    let asked_for = Asked { which, wish: Some(wish), is_own };
    settle(&mut front, asked_for, asked.wait.no_wait, out).await
}

pub(super) async fn access(asked: &SetAccess, out: &Out) -> Result<Exit, Failure> {
    let mut front = Front::open(true).await?;
    let view = front.client.view().await?;
    let id = names::grant(&view, &asked.grant)?.id;
    let waits = front.client.set_access(id, asked.access.into()).await?;
    done_or_settled(&mut front, &view, waits, asked.wait.no_wait, out).await
}

pub(super) async fn extend(asked: &Extend, out: &Out) -> Result<Exit, Failure> {
    let mut front = Front::open(true).await?;
    let view = front.client.view().await?;
    let id = names::grant(&view, &asked.grant)?.id;
    let lifetime = asked.lifetime.chosen().unwrap_or(LifetimeChoice::OneHour);
    let waits = front.client.set_lifetime(id, lifetime).await?;
    done_or_settled(&mut front, &view, waits, asked.wait.no_wait, out).await
}

pub(super) async fn again(asked: &Again, out: &Out) -> Result<Exit, Failure> {
    let mut front = Front::open(true).await?;
    let view = front.client.view().await?;
    if !view.ended.iter().any(|ended| ended.id == asked.ended) {
        return Err(
            Failure::new(Code::CliUnknownEnded).with("name", shown(asked.ended.to_string()))
        );
    }
    let waits = front.client.grant_again(asked.ended).await?;
    done_or_settled(&mut front, &view, waits, asked.wait.no_wait, out).await
}
