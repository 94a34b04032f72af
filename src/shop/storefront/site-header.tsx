import { Link, NavLink } from 'react-router'
import type { Viewer } from '#shop/accounts/account.ts'
import { useSignOut } from '#shop/accounts/use-sign-in.ts'
import { Button } from '#ui/button.tsx'

/** The navigation bar (spec 2): Dashboard for the signed-in only, and Login or Sign Out. */
export function SiteHeader({ viewer }: { viewer: Viewer | null }) {
  const signOut = useSignOut()
  return (
    <header className="site-header">
      <Link to="/" className="site-title">
        Forgewell
      </Link>
      <nav aria-label="Main">
        <NavLink to="/purchase">Purchase</NavLink>
        {viewer && <NavLink to="/dashboard">Dashboard</NavLink>}
        {viewer ? (
          <Button look="quiet" onClick={signOut}>
            Sign Out
          </Button>
        ) : (
          <NavLink to="/login">Login</NavLink>
        )}
      </nav>
    </header>
  )
}
