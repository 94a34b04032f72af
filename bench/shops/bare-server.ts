import { createServer } from 'node:http'

// Child process of requests.ts: sends the same bytes to every request.
process.once('message', ({ body, headers }: { body: string; headers: Record<string, string> }) => {
  const bytes = Buffer.from(body, 'base64')
  const server = createServer((_request, response) => response.writeHead(200, headers).end(bytes))
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    process.send?.(typeof address === 'object' ? address?.port : 0)
  })
})
// Ends with the process that started it.
process.once('disconnect', () => process.exit())
