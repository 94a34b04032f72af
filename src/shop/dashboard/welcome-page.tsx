import { useRouteLoaderData } from 'react-router'
import type { Viewer } from '#shop/accounts/account.ts'

export default function WelcomePage() {
  const viewer = useRouteLoaderData<Viewer | null>('root')
  return (
    <>
      <title>Dashboard | Forgewell</title>
      <h1 className="page-title">Welcome, {viewer?.displayName}</h1>
    </>
  )
}
