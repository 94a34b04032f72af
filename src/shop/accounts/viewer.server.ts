import { createContext, type RouterContextProvider, redirect } from 'react-router'
import { loginPath, type Viewer } from './account.ts'

/** Who looks at a page that is rendered on the server: null for a visitor. */
export const viewerContext = createContext<Viewer | null>(null)

/** The signed-in viewer; sends a visitor to /login, to come back afterwards. */
export function requireViewer(context: Readonly<RouterContextProvider>, url: URL): Viewer {
  const viewer = context.get(viewerContext)
  if (viewer) return viewer
  throw redirect(loginPath(url.pathname + url.search))
}
