/** A button on a notice; pressing it closes the notice too. */
export type ToastAction = { text: string; run: () => Promise<void> }

/** Shows a notice at the top right. The library is loaded on demand, to keep public pages small. */
export async function showToast(
  kind: 'success' | 'error',
  text: string,
  ...actions: ToastAction[]
): Promise<void> {
  const { showNotice } = await load()
  showNotice(kind, text, actions)
}

/** Preloads the library, so that a lost connection can be reported. */
export function prepareToasts(): void {
  // If this fails, the first notice tries again.
  load().catch(() => {})
}

const load = () => import('./toast-notices.tsx')
