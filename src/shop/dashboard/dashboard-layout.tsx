import { useRef } from 'react'
import { NavLink, Outlet, useLocation } from 'react-router'
import { requireCurrentUser } from '#shop/auth/access/current-user.server.ts'
import { requireSession } from '#shop/auth/access/require-session.ts'
import { useCurrentUser } from '#shop/auth/access/use-current-user.ts'
import { buttonVariant } from '#ui/button.tsx'
import { Drawer, drawerTriggerProps } from '#ui/drawer.tsx'
import type { Route } from './+types/dashboard-layout'
import { menuFor } from './dashboard-menu.ts'
import styles from './styles.css?url'

const MENU = 'dashboard-menu'

/** Login required: a visitor comes back here after signing in. */
export async function loader({ context, url }: Route.LoaderArgs) {
  await requireCurrentUser(context, url)
}

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  await requireSession(url)
}

/** The menu stands beside the page; on small screens it waits in a drawer (product 2.7). */
export default function DashboardLayout() {
  const menu = useRef<HTMLDialogElement>(null)
  const { key } = useLocation()
  return (
    <div className="dashboard">
      <link rel="stylesheet" href={styles} precedence="default" />
      <nav className="dashboard-menu" aria-label="Dashboard">
        <MenuLinks />
      </nav>
      <div className="dashboard-menu-button" data-above-toasts>
        <button
          type="button"
          className={buttonVariant.quiet}
          aria-haspopup="dialog"
          {...drawerTriggerProps(MENU, menu)}
        >
          Dashboard menu
        </button>
      </div>
      {/* A new page gets a new, closed dialog: going back with the browser's button closes it too. */}
      <Drawer key={key} id={MENU} title="Dashboard" dialog={menu}>
        <nav className="drawer-links" aria-label="Dashboard">
          <MenuLinks />
        </nav>
      </Drawer>
      <div className="dashboard-content">
        <Outlet />
      </div>
    </div>
  )
}

function MenuLinks() {
  const currentUser = useCurrentUser()
  const links = currentUser ? menuFor(currentUser) : []
  return links.map(({ text, to }) => (
    <NavLink key={to} to={to}>
      {text}
    </NavLink>
  ))
}
