//! One server, one connection, a script: the rows of the protocol that a host must keep.
//!
//! Time is paused: it moves only when every task waits. So a time-out that fires proves that
//! nothing else would have happened, and no test depends on how busy the machine is.

#[cfg(test)]
mod asks;
#[cfg(test)]
mod calls;
#[cfg(test)]
mod eras;
#[cfg(test)]
mod fake;
#[cfg(test)]
mod handshake;
#[cfg(test)]
mod hostile;
#[cfg(test)]
mod modern;
#[cfg(test)]
mod offers;
#[cfg(test)]
mod requests;
#[cfg(test)]
mod roots;
#[cfg(test)]
mod tasks;
