import { useViewer } from '#shop/accounts/use-viewer.ts'

export default function WelcomePage() {
  const viewer = useViewer()
  return (
    <>
      <title>Dashboard | Forgewell</title>
      <h1 className="page-title">Welcome, {viewer?.displayName}</h1>
    </>
  )
}
