import { href, Link } from 'react-router'
import { useCurrentUser } from '#shop/auth/access/use-sign-in.ts'
import { PageHead } from '#web/page-head.tsx'
import { AdminOverview } from './admin-overview.tsx'
import { BuyerOverview } from './buyer-overview.tsx'

export default function WelcomePage() {
  const currentUser = useCurrentUser()
  return (
    <>
      <PageHead title="Dashboard" />
      <div className="welcome-head items-baseline mb-12 row">
        <h1 className="page-title">Welcome, {currentUser?.displayName}</h1>
        <p>
          Name, phone and address: <Link to={href('/dashboard/profile')}>your profile</Link>
        </p>
      </div>
      {currentUser?.isAdmin && <AdminOverview />}
      {currentUser && !currentUser.isAdmin && <BuyerOverview />}
    </>
  )
}
