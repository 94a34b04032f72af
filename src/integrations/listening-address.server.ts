import type { Settings } from '#platform/settings/settings.server.ts'

/** Returns the URL at which this machine reaches the shop; it may differ from PUBLIC_URL. */
export function listeningAddress({ HOST, PORT }: Pick<Settings, 'HOST' | 'PORT'>): string {
  if (HOST === '0.0.0.0') return `http://127.0.0.1:${PORT}`
  if (HOST === '::') return `http://[::1]:${PORT}`
  return `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`
}
