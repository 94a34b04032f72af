import { useRef } from 'react'
import { useLocation } from 'react-router'
import type { CurrentUser } from '#shop/auth/auth.ts'
import { ListButton } from '#shop/order-list/list-button.tsx'
import { Drawer, drawerTriggerProps } from '#ui/drawer.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSite } from '#web/page-head.tsx'
import { SiteSearch } from './search/site-search.tsx'
import { SiteLinks } from './site-links.tsx'
import { SiteTitle } from './site-title.tsx'

const MENU = 'site-menu'

/** The navigation bar (product 2.6); on small screens its items are in a drawer. */
export function SiteHeader({ currentUser }: { currentUser: CurrentUser | null }) {
  const menu = useRef<HTMLDialogElement>(null)
  const { key } = useLocation()
  const site = useSite()
  return (
    <header className="site-header relative" data-above-toasts>
      {site?.isDemo && (
        <p className="demo-banner text-13">
          <strong>Demo: nothing is charged.</strong>{' '}
          <span>Payments, mail and Google sign-in are simulated.</span>{' '}
          {site.inboxPath && <a href={site.inboxPath}>Mail</a>}{' '}
          {site.cardsPath && <a href={site.cardsPath}>Cards</a>} <a href="/api/docs">API</a>
        </p>
      )}
      <div className="site-bar page-width flex justify-between">
        <SiteTitle />
        <SiteSearch />
        <nav className="site-nav min-w-0" aria-label="Main">
          <SiteLinks currentUser={currentUser} />
        </nav>
        <ListButton userId={currentUser?.uid ?? null} onlyReads={Boolean(currentUser?.seesAs)} />
        <button
          type="button"
          className="menu-button icon-button rounded"
          aria-label="Menu"
          aria-haspopup="dialog"
          {...drawerTriggerProps(MENU, menu)}
        >
          <Icon path="M3 6h18M3 12h18M3 18h18" size="1.75rem" />
        </button>
      </div>
      {/* A new page gets a new, closed dialog, so that the browser's back button closes it too. */}
      <Drawer key={key} id={MENU} title="Menu" dialog={menu}>
        <nav className="drawer-links" aria-label="Menu">
          <SiteLinks currentUser={currentUser} withHome />
        </nav>
      </Drawer>
    </header>
  )
}
