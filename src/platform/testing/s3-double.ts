import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

type StoredObject = { bytes: Buffer; modified: Date }
/** The injected behaviour instead of a response. */
type Fault = 'silent' | 'half-body' | 'slow-body' | 'reset' | 403 | 404 | 503

export type S3Double = {
  endpoint: string
  objects: Map<string, StoredObject>
  /** The method and name of every request. */
  requests: string[]
  /** Decides which requests fail. */
  fault: (method: string, name: string) => Fault | undefined
  stop: () => void
}

/** Starts a small S3 server in this process, with one bucket and with faults. It checks no signatures. */
export async function startS3Double(): Promise<S3Double> {
  const objects = new Map<string, StoredObject>()
  const double: S3Double = {
    endpoint: '',
    objects,
    requests: [],
    fault: () => undefined,
    stop: () => stop(),
  }
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3.test')
    const name = decodeURIComponent(pathname.split('/').slice(2).join('/'))
    const method = request.method ?? ''
    double.requests.push(`${method} ${name}`)
    const body = await buffer(request).catch(() => Buffer.alloc(0))
    const fault = double.fault(method, name)
    if (fault === 'silent') return
    if (fault === 'reset') return void request.socket.destroy()
    if (typeof fault === 'number') return void response.writeHead(fault).end()
    if (method === 'PUT') return put(request, response, name, body)
    if (method === 'DELETE') {
      objects.delete(name)
      return void response.writeHead(204).end()
    }
    if (name === '' && method === 'HEAD') return void response.end()
    if (name === '') return list(response, searchParams.get('prefix') ?? '')
    const object = objects.get(name)
    if (!object) return void response.writeHead(404).end()
    response.writeHead(200, {
      'Content-Length': object.bytes.length,
      'Last-Modified': object.modified.toUTCString(),
    })
    if (method === 'HEAD') return void response.end()
    if (!fault) return void response.end(object.bytes)
    response.write(object.bytes.subarray(0, object.bytes.length / 2))
    if (fault === 'half-body') setImmediate(() => request.socket.destroy())
  })
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  const put = ({ headers }: IncomingMessage, response: ServerResponse, name: string, body: Buffer) => {
    const source = String(headers['x-amz-copy-source'] ?? '')
      .split('/')
      .slice(1)
      .join('/')
    const bytes = source ? objects.get(source)?.bytes : body
    if (!bytes) return void response.writeHead(404).end()
    objects.set(name, { bytes, modified: new Date() })
    response.end(source ? '<CopyObjectResult><ETag>"x"</ETag></CopyObjectResult>' : '')
  }
  const list = (response: ServerResponse, prefix: string) => {
    const items = [...objects]
      .filter(([name]) => name.startsWith(prefix))
      .map(
        ([name, { bytes, modified }]) =>
          `<Contents><Key>${name}</Key><Size>${bytes.length}</Size><LastModified>${modified.toISOString()}</LastModified></Contents>`,
      )
    response.end(`<ListBucketResult><IsTruncated>false</IsTruncated>${items.join('')}</ListBucketResult>`)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  double.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return double
}
