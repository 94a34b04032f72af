// node-postgres warns once per process when a query waits for others on its connection, which its next
// major version refuses: await each query of a transaction or client before the next. Thrown here, the
// warning fails the run, with the stack of the caller.
const failOnQueuedQuery = (warning: Error) => {
  if (warning.message.startsWith('Calling client.query()')) throw warning
}

// The tests of one process share their listeners.
const isListening = process.listeners('warning').some((listener) => listener.name === failOnQueuedQuery.name)
if (!isListening) process.on('warning', failOnQueuedQuery)
