import { type ComponentType, lazy } from 'react'

/** By then React has shown the failure, so that it is not retried automatically. */
const RENEW_MS = 500

/** Like React.lazy, which keeps a failure for good, but what failed to load is loaded again when it is shown again. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const start = () =>
    lazy<ComponentType<Props>>(async () => {
      try {
        return { default: await load() }
      } catch (error) {
        setTimeout(() => {
          Part = start()
        }, RENEW_MS)
        throw error
      }
    }) as ComponentType<Props>
  let Part = start()
  return (props) => <Part {...props} />
}
