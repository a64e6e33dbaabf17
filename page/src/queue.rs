//! Requests of a service: some at work at a time on other threads, some that wait, and an object for each error.

use std::sync::Arc;

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use banco::base::Error;

/// Requests at work at a time, and the most that wait for them; more are refused.
pub const AT_A_TIME: usize = 4;
pub const WAITING: usize = 28;

/// Media type of answers and errors.
pub const JSON: &str = "application/json";

/// Places of requests that work, and of those with the ones that wait.
#[derive(Clone)]
pub struct Queue {
    places: Arc<Semaphore>,
    all: Arc<Semaphore>,
}

/// The places of a request: in the queue, and at work.
pub struct Place([OwnedSemaphorePermit; 2]);

impl Default for Queue {
    fn default() -> Queue {
        let [places, all] = [AT_A_TIME, AT_A_TIME + WAITING].map(|count| Arc::new(Semaphore::new(count)));
        Queue { places, all }
    }
}

impl Queue {
    /// Takes a place for a request, after those before it.
    pub async fn enter(&self) -> Result<Place, Fault> {
        let busy = |_| Fault(StatusCode::TOO_MANY_REQUESTS, Error::limit("too many requests at a time"));
        let turn = self.all.clone().try_acquire_owned().map_err(busy)?;
        let place = self.places.clone().acquire_owned().await;
        let closed = |_| Fault(StatusCode::INTERNAL_SERVER_ERROR, Error::Failed("queue"));
        Ok(Place([turn, place.map_err(closed)?]))
    }
}

impl Place {
    /// Works on another thread; the place is free when it is done. `what` names the work that failed.
    pub async fn work<T: Send + 'static>(
        self,
        what: &'static str,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Fault> {
        let done = tokio::task::spawn_blocking(move || {
            let Place(_held) = self;
            work()
        });
        done.await.map_err(|_| Fault(StatusCode::INTERNAL_SERVER_ERROR, Error::Failed(what)))
    }
}

/// An error and its status.
pub struct Fault(pub StatusCode, pub Error);

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let Fault(status, error) = self;
        let object = json!({ "type": "error", "code": error.code(), "message": error.to_string() });
        let mut response = (status, [(header::CONTENT_TYPE, JSON)], format!("{object}\n")).into_response();
        if status == StatusCode::TOO_MANY_REQUESTS {
            response.headers_mut().insert(header::RETRY_AFTER, 1.into());
        }
        response
    }
}
