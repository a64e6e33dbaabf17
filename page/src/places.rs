//! Places for sessions. When all are taken, the session that has been idle for longest goes to sleep: its page keeps
//! the game, and asks for a place again when somebody looks at it.

use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// What a session has for going to sleep.
const YAWN: Duration = Duration::from_secs(2);

/// All places, and who has them.
#[derive(Clone)]
pub struct Places {
    free: Arc<Semaphore>,
    taken: Arc<Mutex<Vec<Weak<Place>>>>,
    /// A session without a word either way for so long is idle.
    idle: Duration,
}

/// One place that is taken.
pub struct Place {
    last_word: Mutex<Instant>,
    /// Told when the session is to sleep.
    pub sleep: Notify,
}

impl Place {
    /// Something was said.
    pub fn touch(&self) {
        *self.last_word.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    fn idle(&self) -> Duration {
        self.last_word.lock().unwrap_or_else(PoisonError::into_inner).elapsed()
    }
}

impl Places {
    /// So many places, all free.
    pub fn new(count: usize, idle: Duration) -> Places {
        Places { free: Arc::new(Semaphore::new(count)), taken: Arc::default(), idle }
    }

    /// A place, if one is free or somebody sleeps.
    pub async fn take(&self) -> Option<(OwnedSemaphorePermit, Arc<Place>)> {
        let permit = match self.free.clone().try_acquire_owned() {
            Ok(permit) => permit,
            Err(_) => {
                self.oldest_idle()?.sleep.notify_one();
                timeout(YAWN, self.free.clone().acquire_owned()).await.ok()?.ok()?
            }
        };
        let place = Arc::new(Place { last_word: Mutex::new(Instant::now()), sleep: Notify::new() });
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.retain(|place| place.strong_count() > 0);
        taken.push(Arc::downgrade(&place));
        Some((permit, place))
    }

    /// Waits until nobody has a place any more.
    pub async fn emptied(&self, count: u32) {
        let _ = self.free.acquire_many(count).await;
    }

    fn oldest_idle(&self) -> Option<Arc<Place>> {
        let taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let places = taken.iter().filter_map(Weak::upgrade);
        places.filter(|place| place.idle() >= self.idle).max_by_key(|place| place.idle())
    }
}
