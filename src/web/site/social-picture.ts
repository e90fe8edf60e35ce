import sharp from 'sharp'
import { breakLines, measureLine, renderLineOutlines } from '#platform/pdf/outlines.ts'
import { buildRosetteShape, type RosetteRing } from '#ui/figures/rosette-path.ts'

const [WIDTH, HEIGHT, MARGIN] = [1200, 630, 72]
const TEXT_WIDTH = 660
const INKS = {
  paper: '#edf5ee',
  ink: '#111f2e',
  quiet: '#3d505b',
  action: '#2545a9',
  rule: '#cfddd3',
}
const BRAND = 40

type Card = { title: string; brand: string; warning: string; hash: string }

/**
 * Renders the picture for link previews: the page's title in the display face, a rosette, the risk
 * warning.
 */
export async function renderSocialPicture({
  title,
  brand,
  warning,
  hash,
}: Card): Promise<Uint8Array<ArrayBuffer>> {
  const lines = breakLines('display', 68, title, TEXT_WIDTH).slice(0, 4)
  const y = 330 - (lines.length - 1) * 38
  const drawn = [
    renderLineOutlines(brand, { face: 'display', size: BRAND, x: MARGIN, y: 108, fill: INKS.ink }),
    renderDoubleRule(MARGIN, 122, measureLine('display', BRAND, brand)),
    ...lines.map((line, at) =>
      renderLineOutlines(line, {
        face: 'display',
        size: 68,
        x: MARGIN,
        y: y + at * 76,
        fill: INKS.ink,
      }),
    ),
    ...breakLines('text', 24, warning, TEXT_WIDTH).map((line, at) =>
      renderLineOutlines(line, {
        face: 'text',
        size: 24,
        x: MARGIN,
        y: 524 + at * 34,
        fill: INKS.quiet,
      }),
    ),
    renderRosette(hash),
  ]

  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect ` +
    `width="100%" height="100%" fill="${INKS.paper}"/>${drawn.join('')}</svg>`
  return Uint8Array.from(await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer())
}

const renderDoubleRule = (x: number, y: number, width: number) =>
  [0, 5]
    .map(
      (down) => `<rect x="${x}" y="${y + down}" width="${width}" height="2" fill="${INKS.ink}"/>`,
    )
    .join('')

function renderRosette(hash: string): string {
  const { outer, inner } = buildRosetteShape(hash, 1.2)
  const renderRing = ({ path, rotations }: RosetteRing) =>
    rotations.map((rotation) => `<path d="${path}" transform="${rotation}"/>`).join('')

  return (
    `<g transform="translate(965 315) scale(2.05)" fill="none" stroke="${INKS.action}" ` +
    `stroke-width=".34">${renderRing(outer)}${renderRing(inner)}<circle r="96.5"/>` +
    '<circle r="99"/><circle r="27"/>' +
    `<path stroke="none" fill="${INKS.action}" d="M-12-8.5h24v5.4h-24zM-12 3.1h24v5.4h-24z"/></g>`
  )
}
