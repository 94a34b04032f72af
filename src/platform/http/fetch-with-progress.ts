/**
 * Returns a `fetch` for browsers that reports upload progress from 0 to 1, which the built-in one
 * does not. Rejects like `fetch` when the network fails or `signal` aborts.
 */
export function fetchWithProgress(onProgress: (sent: number) => void): typeof fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const { method = 'GET', headers, body, signal } = init
      const request = new XMLHttpRequest()
      request.open(method, input instanceof Request ? input.url : input)
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
      request.onload = () => {
        const { status, responseText } = request
        resolve(new Response(responseText || null, { status }))
      }
      request.onerror = () => reject(new TypeError('Network request failed'))
      request.onabort = () => reject(signal?.reason)
      signal?.addEventListener('abort', () => request.abort(), { once: true })
      request.send(body as XMLHttpRequestBodyInit)
    })
}
