//! Places for sessions. When all are taken, the session that has been idle longest is suspended: its page keeps the
//! game and reconnects when it becomes visible again.

use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// Time for a session to suspend.
const SUSPEND: Duration = Duration::from_secs(2);

/// All places, with the sessions that hold them.
#[derive(Clone)]
pub struct Places {
    free: Arc<Semaphore>,
    taken: Arc<Mutex<Vec<Weak<Place>>>>,
    /// Time without a message in either direction after which a session is idle.
    idle: Duration,
}

/// A taken place.
pub struct Place {
    last_message: Mutex<Instant>,
    /// Notified when the session has to suspend.
    pub sleep: Notify,
}

impl Place {
    /// Records a message.
    pub fn touch(&self) {
        *self.last_message.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    fn idle(&self) -> Duration {
        self.last_message.lock().unwrap_or_else(PoisonError::into_inner).elapsed()
    }
}

impl Places {
    /// Creates `count` free places.
    pub fn new(count: usize, idle: Duration) -> Places {
        Places { free: Arc::new(Semaphore::new(count)), taken: Arc::default(), idle }
    }

    /// Takes a place, if one is free or a session can be suspended.
    pub async fn take(&self) -> Option<(OwnedSemaphorePermit, Arc<Place>)> {
        let permit = match self.free.clone().try_acquire_owned() {
            Ok(permit) => permit,
            Err(_) => {
                self.oldest_idle()?.sleep.notify_one();
                timeout(SUSPEND, self.free.clone().acquire_owned()).await.ok()?.ok()?
            }
        };
        let place = Arc::new(Place { last_message: Mutex::new(Instant::now()), sleep: Notify::new() });
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.retain(|place| place.strong_count() > 0);
        taken.push(Arc::downgrade(&place));
        Some((permit, place))
    }

    /// Waits until all places are free.
    pub async fn emptied(&self, count: u32) {
        let _ = self.free.acquire_many(count).await;
    }

    fn oldest_idle(&self) -> Option<Arc<Place>> {
        let taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let places = taken.iter().filter_map(Weak::upgrade);
        places.filter(|place| place.idle() >= self.idle).max_by_key(|place| place.idle())
    }
}
