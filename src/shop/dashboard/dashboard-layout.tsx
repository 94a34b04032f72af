import { NavLink, Outlet } from 'react-router'
import { requireViewer } from '#shop/accounts/viewer.server.ts'
import type { Route } from './+types/dashboard-layout'
import { menuFor } from './dashboard-menu.ts'

/** Login required: a visitor comes back here after signing in. */
export function loader({ context, request }: Route.LoaderArgs) {
  return requireViewer(context, request)
}

export default function DashboardLayout({ loaderData: viewer }: Route.ComponentProps) {
  return (
    <div className="dashboard">
      <nav className="dashboard-menu" aria-label="Dashboard">
        {menuFor(viewer).map(({ text, to }) => (
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
