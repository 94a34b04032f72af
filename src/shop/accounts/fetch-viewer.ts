import type { Viewer } from './account.ts'
import { identityCall } from './identity-call.ts'

type Session = {
  user: { id: string; email: string; name: string; image: string | null; role: string }
} | null

/** Who is signed in, asked from the browser. */
export async function fetchViewer(): Promise<Viewer | null> {
  const session = await identityCall<Session>('GET', 'get-session')
  if (!session.ok || !session.body) return null
  const { id, email, name, image, role } = session.body.user
  return { uid: id, email, displayName: name, photoURL: image, isAdmin: role === 'admin' }
}
