import { NavLink, Outlet } from 'react-router'
import { requireSession } from '#shop/accounts/require-session.ts'
import { useViewer } from '#shop/accounts/use-viewer.ts'
import { requireViewer } from '#shop/accounts/viewer.server.ts'
import type { Route } from './+types/dashboard-layout'
import { menuFor } from './dashboard-menu.ts'

/** Login required: a visitor comes back here after signing in. */
export async function loader({ context, url }: Route.LoaderArgs) {
  await requireViewer(context, url)
}

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  await requireSession(url)
}

export default function DashboardLayout() {
  const viewer = useViewer()
  return (
    <div className="dashboard">
      <nav className="dashboard-menu" aria-label="Dashboard">
        {viewer &&
          menuFor(viewer).map(({ text, to }) => (
            <NavLink key={to} to={to}>
              {text}
            </NavLink>
          ))}
      </nav>
      <div className="dashboard-content">
        <Outlet />
      </div>
    </div>
  )
}
