/**
 * Shows a notice at the top right. The library comes only when the first notice does: public pages
 * stay light.
 */
export async function showToast(kind: 'success' | 'error', text: string): Promise<void> {
  const { showNotice } = await import('./toast-notices.tsx')
  showNotice(kind, text)
}
