export type Theme = 'light' | 'dark'

// The grounds of `tokens.css` that leave an accent the least contrast.
const GROUNDS: Record<Theme, string> = { light: '#f3f3f1', dark: '#1f2123' }
const ENDS: Record<Theme, number> = { light: 0, dark: 255 }
// WCAG 2.2, 1.4.3, for text.
const LEAST_CONTRAST = 4.5
const STEPS = 128

export const HEX_COLOR = /^#[0-9a-f]{6}$/i

/** Whether a colour is readable as text in a theme. In the light one, white is then readable on it. */
export function isReadable(color: string, theme: Theme): boolean {
  return accentContrast(color, theme) >= LEAST_CONTRAST
}

export function accentContrast(color: string, theme: Theme): number {
  return contrast(color, GROUNDS[theme])
}

/** Returns the colour itself or, darkened or lightened as little as needed, one that is readable. */
export function nearestReadable(color: string, theme: Theme): string {
  const end = ENDS[theme]
  for (let step = 0; step < STEPS; step++) {
    const mixed = channelsOf(color).map((value) => value + ((end - value) * step) / STEPS)
    const candidate = `#${mixed.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`
    if (isReadable(candidate, theme)) return candidate
  }
  return theme === 'light' ? '#000000' : '#ffffff'
}

export function contrast(first: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(first), luminance(other)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function channelsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
}
