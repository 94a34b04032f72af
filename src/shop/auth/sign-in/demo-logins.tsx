import { useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { useSite } from '#web/page-head.tsx'

type DemoLogin = { who: string; email: string; password: string }

/** Buttons of a demo that fill the login form in; its height is reserved while they load. */
export function DemoLogins({ onFill }: { onFill: (login: DemoLogin) => void }) {
  const path = useSite()?.demoLoginsPath
  const [logins, setLogins] = useState<DemoLogin[]>([])
  useEffect(() => {
    if (!path) return
    const leaving = new AbortController()
    fetch(path, { signal: leaving.signal })
      .then((answer) => (answer.ok ? answer.json() : []))
      .then(setLogins)
      .catch(() => {})
    return () => leaving.abort()
  }, [path])
  if (!path) return null
  return (
    <div className="demo-logins grid items-start gap-8 mt-12">
      {logins.map((login) => (
        <Button key={login.who} variant="quiet" onClick={() => onFill(login)}>
          Fill in the demo {login.who}
        </Button>
      ))}
    </div>
  )
}
