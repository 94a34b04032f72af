import { href, NavLink, useLocation } from 'react-router'
import { frameOf } from '#platform/http/site-frame.ts'
import { useSignOut } from '#shop/auth/access/use-sign-in.ts'
import { type CurrentUser, loginPath } from '#shop/auth/auth.ts'
import { useHydrated } from '#ui/use-hydrated.ts'
import { useSite } from '#web/page-head.tsx'
import { useHasSessionEnded } from '#web/session-end.ts'

type SiteLinksProps = {
  currentUser: CurrentUser | null
  /** Adds Home, for the drawer; in the bar the site title links there. */
  withHome?: boolean
}

/** The navigation's items (product 2.6): Dashboard for signed-in users, and Login or Sign Out. */
export function SiteLinks({ currentUser: loadedUser, withHome = false }: SiteLinksProps) {
  const signOut = useSignOut()
  const { pathname, search } = useLocation()
  const hasSessionEnded = useHasSessionEnded()
  const currentUser = hasSessionEnded ? null : loadedUser
  // A visitor's login opens the home page; after an ended session, the login returns to the page.
  const login = loadedUser && hasSessionEnded ? loginPath(pathname + search) : href('/login')
  const isHydrated = useHydrated()
  const { portfolio } = frameOf(useSite())
  const pages = [
    { text: 'Purchase', to: href('/purchase') },
    { text: 'Blogs', to: href('/blogs') },
    ...(portfolio.isHidden ? [] : [{ text: portfolio.name, to: href('/about-me') }]),
    { text: 'Reviews', to: href('/reviews') },
  ]
  const home = withHome ? [{ text: 'Home', to: href('/') }] : []
  const dashboard = currentUser ? [{ text: 'Dashboard', to: href('/dashboard') }] : []
  return (
    <>
      {[...home, ...pages, ...dashboard].map(({ text, to }) => (
        <NavLink key={to} to={to} end={to === href('/')} prefetch="intent">
          {text}
        </NavLink>
      ))}
      {currentUser && <UserName name={currentUser.displayName} />}
      {currentUser ? (
        <button
          type="button"
          className="site-nav-account"
          // Before hydration a press would have no effect and leave the user signed in.
          disabled={!isHydrated}
          onClick={signOut}
        >
          Sign Out
        </button>
      ) : (
        <NavLink to={login} className="site-nav-account" prefetch="intent">
          Login
        </NavLink>
      )}
    </>
  )
}

/** The user's name; in the bar of all but the widest screens its initials. */
function UserName({ name }: { name: string }) {
  return (
    <span className="site-nav-name" title={name}>
      <span>{name}</span>
      <span className="site-nav-initials place-center" aria-hidden="true">
        {initials(name)}
      </span>
    </span>
  )
}

/** Returns the first letters of the first and the last word of a name: `JB` of Jane Buyer. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  // By code points: a letter beyond the basic plane has two units.
  return ends
    .map((word = '') => [...word][0] ?? '')
    .join('')
    .toUpperCase()
}
