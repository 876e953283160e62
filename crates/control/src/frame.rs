//! Frames: a length in four bytes, big end first, and as many bytes of JSON.

use std::io;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};

/// The longest frame, in bytes: a resource that a server gives has room in one.
pub const LONGEST: usize = 32 << 20;
const PREFIX: usize = 4;
/// What most views have room in, read in one go.
const AT_ONCE: usize = 32 << 10;

/// Why no frame came or went.
#[derive(Debug, thiserror::Error)]
pub enum FrameError {
    #[error("the connection ended")]
    Ended,
    #[error("a frame of {0} bytes is too long")]
    TooLong(usize),
    #[error("a frame can't be read: {0}")]
    Malformed(#[from] serde_json::Error),
    #[error(transparent)]
    Io(io::Error),
}

impl From<io::Error> for FrameError {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::UnexpectedEof { Self::Ended } else { Self::Io(error) }
    }
}

/// A value as a frame.
///
/// # Errors
/// It is longer than [`LONGEST`], or no JSON can hold it.
pub fn encode(value: &impl Serialize) -> Result<Vec<u8>, FrameError> {
    let mut frame = vec![0; PREFIX];
    serde_json::to_writer(&mut frame, value)?;
    let length = frame.len() - PREFIX;
    let prefix = u32::try_from(length).ok().filter(|_| length <= LONGEST);
    let prefix = prefix.ok_or(FrameError::TooLong(length))?;
    frame[..PREFIX].copy_from_slice(&prefix.to_be_bytes());
    Ok(frame)
}

/// Reads frames of bounded length.
#[derive(Debug)]
pub struct Reader<R> {
    from: R,
    longest: usize,
    frame: Vec<u8>,
}

impl<R: AsyncRead + Unpin> Reader<R> {
    pub fn new(from: R, longest: usize) -> Self {
        Self { from, longest, frame: Vec::new() }
    }

    /// What is read from. Nothing of it is kept between frames.
    pub fn get_ref(&self) -> &R {
        &self.from
    }

    /// The same with another bound, for what comes next.
    #[must_use]
    pub fn with_longest(self, longest: usize) -> Self {
        Self { longest, ..self }
    }

    /// The next frame. It is lost if this is dropped before its end.
    ///
    /// # Errors
    /// The connection ended, or what came is no such frame. Nothing more can be read then.
    pub async fn read<T: DeserializeOwned>(&mut self) -> Result<T, FrameError> {
        self.read_sized().await.map(|(value, _)| value)
    }

    /// As [`read`](Self::read), with how many bytes the frame took.
    ///
    /// # Errors
    /// As for [`read`](Self::read).
    pub async fn read_sized<T: DeserializeOwned>(&mut self) -> Result<(T, usize), FrameError> {
        let length = self.from.read_u32().await? as usize;
        if length > self.longest {
            return Err(FrameError::TooLong(length));
        }
        self.frame.clear();
        // Beyond this, memory is taken as bytes come, not as many as were announced.
        self.frame.reserve(length.min(AT_ONCE));
        let mut rest = (&mut self.from).take(length as u64);
        if rest.read_to_end(&mut self.frame).await? < length {
            return Err(FrameError::Ended);
        }
        let value = serde_json::from_slice(&self.frame)?;
        // What one long frame took is not kept for the short ones.
        self.frame.shrink_to(4 << 10);
        Ok((value, length))
    }
}

/// Writes frames.
#[derive(Debug)]
pub struct Writer<W>(W);

impl<W: AsyncWrite + Unpin> Writer<W> {
    pub fn new(to: W) -> Self {
        Self(to)
    }

    /// # Errors
    /// The connection ended, or the value makes no frame.
    pub async fn write(&mut self, value: &impl Serialize) -> Result<(), FrameError> {
        self.write_encoded(&encode(value)?).await
    }

    /// Writes what [`encode`] made.
    ///
    /// # Errors
    /// The connection ended.
    pub async fn write_encoded(&mut self, frame: &[u8]) -> Result<(), FrameError> {
        Ok(self.0.write_all(frame).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_is_written_is_read() {
        let (here, there) = tokio::io::duplex(16);
        let mut writer = Writer::new(here);
        let mut reader = Reader::new(there, LONGEST);
        let write = async {
            writer.write(&"first").await.unwrap();
            writer.write(&vec![7; 100]).await.unwrap();
            drop(writer);
        };
        let read = async {
            assert_eq!(reader.read::<String>().await.unwrap(), "first");
            assert_eq!(reader.read::<Vec<u8>>().await.unwrap(), vec![7; 100]);
            assert!(matches!(reader.read::<String>().await, Err(FrameError::Ended)));
        };
        tokio::join!(write, read);
    }

    #[tokio::test]
    async fn an_announced_length_takes_no_memory() {
        let announced = u32::try_from(LONGEST).unwrap().to_be_bytes();
        let mut reader = Reader::new(&announced[..], LONGEST);
        assert!(matches!(reader.read::<String>().await, Err(FrameError::Ended)));
        assert!(reader.frame.capacity() < 1 << 16);
        let mut reader = Reader::new(&announced[..], LONGEST - 1);
        assert!(matches!(reader.read::<String>().await, Err(FrameError::TooLong(LONGEST))));
    }

    #[tokio::test]
    async fn half_a_frame_and_no_json_are_errors() {
        let mut reader = Reader::new(&[0, 0, 0, 4, b'"', b'a'][..], LONGEST);
        assert!(matches!(reader.read::<String>().await, Err(FrameError::Ended)));
        let mut reader = Reader::new(&[0, 0, 0, 1, b'{'][..], LONGEST);
        assert!(matches!(reader.read::<String>().await, Err(FrameError::Malformed(_))));
    }
}
