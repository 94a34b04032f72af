import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import type { Session } from '#shop/auth/sessions/session-json.server.ts'
import type { createSessionsApi } from '#shop/auth/sessions/sessions-api.server.ts'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { showToast } from '#ui/toast.ts'
import { useReload } from '#web/session-end.ts'
import { deviceName } from './device-name.ts'
import { SecuritySection } from './security-section.tsx'

const { sessions: sessionsApi } = apiClient<typeof createSessionsApi>()

/** Lists the user's sessions; all but the current one can be ended. */
export function SessionsSection({ sessions }: { sessions: Session[] }) {
  const { reload, isReloading } = useReload()
  const end = async (ending: Promise<unknown>) => {
    const isEnded = await ending.then(
      () => true,
      () => false,
    )
    await reload()
    if (!isEnded) await showToast('error', 'Something went wrong')
  }
  const isBusy = isReloading
  return (
    <SecuritySection title="Sessions">
      <ul className="security-list">
        {sessions.map(({ _id, createdAt, ipAddress, userAgent, isCurrent }) => (
          <li key={_id} className="row justify-between py-8 border-top break-anywhere">
            <span>
              <strong>{deviceName(userAgent)}</strong>
              {isCurrent && ' (this device)'}, {ipAddress ?? 'unknown network'}, since{' '}
              <DateTime iso={createdAt} />
            </span>
            {!isCurrent && (
              <Button
                variant="quiet"
                busy={isBusy}
                onClick={() => end(sessionsApi[':id'].$delete({ param: { id: _id } }))}
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button variant="quiet" busy={isBusy} onClick={() => end(sessionsApi.$delete())}>
          End all others
        </Button>
      )}
    </SecuritySection>
  )
}
