const WIDTH = 30

/** Returns a function that shows how much is done, from 0 to 1, on a terminal; elsewhere nothing. */
export function progressBar(stream: NodeJS.WriteStream = process.stderr): (share: number) => void {
  let shown = -1
  return (share) => {
    const percent = Math.floor(share * 100)
    if (!stream.isTTY || percent === shown) return
    shown = percent
    const filled = Math.round(share * WIDTH)
    stream.write(`\r${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${percent} %`)
    if (percent === 100) stream.write('\n')
  }
}
