import { useRef } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { requireLogin } from '#shop/auth/access/current-user.server.ts'
import { useCurrentUser } from '#shop/auth/access/use-sign-in.ts'
import { buttonVariant } from '#ui/button.tsx'
import { Drawer, drawerTriggerProps } from '#ui/drawer.tsx'
import { Icon } from '#ui/icon.tsx'
import { currentLink, menuFor } from './dashboard-menu.ts'
import styles from './styles.css?url'

const MENU = 'dashboard-menu'

// The root's data is requested at each navigation within the dashboard, so this runs each time.
export const middleware = [requireLogin]

/** The dashboard's menu and page; on small screens the menu is a drawer (product 2.7). */
export default function DashboardLayout() {
  const menu = useRef<HTMLDialogElement>(null)
  const { key } = useLocation()
  return (
    <div className="dashboard relative grow w-full">
      <link rel="stylesheet" href={styles} precedence="default" />
      <nav className="dashboard-menu" aria-label="Dashboard">
        <MenuLinks />
      </nav>
      <div className="dashboard-menu-button" data-above-toasts>
        <button
          type="button"
          className={buttonVariant.quiet}
          aria-label="Dashboard menu"
          aria-haspopup="dialog"
          {...drawerTriggerProps(MENU, menu)}
        >
          Menu
          <Icon path="M6 9l6 6 6-6" />
        </button>
      </div>
      {/* A new page gets a new, closed dialog, so that the browser's back button closes it too. */}
      <Drawer key={key} id={MENU} title="Dashboard" dialog={menu}>
        <nav className="drawer-links grid" aria-label="Dashboard">
          <MenuLinks />
        </nav>
      </Drawer>
      <div className="dashboard-content min-w-0 tabular">
        <Outlet />
      </div>
    </div>
  )
}

function MenuLinks() {
  const currentUser = useCurrentUser()
  const { pathname } = useLocation()
  const groups = currentUser ? menuFor(currentUser) : []
  const current = currentLink(groups, pathname)
  return groups.map(({ title, links }, index) => (
    <div key={title} className="menu-group">
      {index > 0 && <p>{title}</p>}
      {links.map((link) => (
        <Link key={link.to} to={link.to} aria-current={link === current ? 'page' : undefined}>
          {link.text}
        </Link>
      ))}
    </div>
  ))
}
