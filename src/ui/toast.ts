/** A button on a notice; pressing it closes the notice too. */
export type ToastAction = { text: string; run: () => Promise<void> }

/**
 * Shows a notice at the top right. For visitors the library comes only when the first notice does:
 * public pages stay light.
 */
export async function showToast(
  kind: 'success' | 'error',
  text: string,
  action?: ToastAction,
): Promise<void> {
  const { showNotice } = await load()
  showNotice(kind, text, action)
}

/** Gets the library while there is a connection: that it broke is one of the things to say. */
export function prepareToasts(): void {
  // Without it now, the first notice tries again.
  load().catch(() => {})
}

const load = () => import('./toast-notices.tsx')
