import type { BrowserContext } from '@playwright/test'

/**
 * Payloads that try to run a script; each calls `canary` with its own number, and marks the element
 * it would create.
 */
export const PAYLOADS: readonly string[] = [
  '<script data-canary>canary(0)</script>',
  '<img data-canary src=x onerror=canary(1)>',
  '<svg data-canary onload=canary(2)>',
  '"><img data-canary src=x onerror=canary(3)>',
  "'><svg/data-canary onload=canary(4)>",
  'javascript:canary(5)',
  '<a data-canary href="javascript:canary(6)">x</a>',
  '<iframe data-canary srcdoc="<script>parent.canary(7)</script>">',
  '<body data-canary onload=canary(8)>',
  '<input data-canary autofocus onfocus=canary(9)>',
  '<details data-canary open ontoggle=canary(10)>',
  '<video data-canary><source onerror=canary(11)></video>',
  '<math data-canary><mi xlink:href="javascript:canary(12)">',
  "{{constructor.constructor('canary(13)')()}}",
  `\${canary(14)}`,
  '</script><script data-canary>canary(15)</script>',
  '--><script data-canary>canary(16)</script>',
  ']]><script data-canary>canary(17)</script>',
  '</title><script data-canary>canary(18)</script>',
  '</textarea><script data-canary>canary(19)</script>',
  '</style><script data-canary>canary(20)</script>',
  '<object data-canary data="javascript:canary(21)">',
  '<embed data-canary src="javascript:canary(22)">',
  '<form data-canary action="javascript:canary(23)"><button>x</button></form>',
  '<link data-canary rel=stylesheet href=x onerror=canary(24)>',
  "<style data-canary>@import 'javascript:canary(25)'</style>",
  '<marquee data-canary onstart=canary(26)>',
  '<select data-canary autofocus onfocus=canary(27)>',
  '<noscript><p title="</noscript><img data-canary src=x onerror=canary(28)>">',
  '<svg data-canary><script>canary(29)</script></svg>',
  '<svg data-canary><animate onbegin=canary(30) attributeName=x dur=1s>',
  '<meta data-canary http-equiv=refresh content="0;url=javascript:canary(31)">',
  '<base data-canary href="javascript:canary(32)//">',
  '&lt;script data-canary&gt;canary(33)&lt;/script&gt;',
  '\\u003cscript data-canary\\u003ecanary(34)\\u003c/script\\u003e',
  '%3Cscript data-canary%3Ecanary(35)%3C/script%3E',
  '<scr<script>ipt data-canary>canary(36)</scr</script>ipt>',
  '<img data-canary src="`" onerror="`canary(37)`">',
  "'-canary(38)-'",
  '";canary(39)//',
]

let turn = 0

/** Returns the next payload as one line of at maxLength `maxLength` characters. */
export function nextPayloadLine(maxLength: number): string {
  for (;;) {
    const next = PAYLOADS[turn++ % PAYLOADS.length] as string
    if (next.length <= maxLength) return next
  }
}

/** Returns as many of the next payloads as fit into `maxLength` characters. */
export function nextPayloadText(maxLength: number): string {
  let text = nextPayloadLine(maxLength)
  for (let count = 1; count < PAYLOADS.length; count += 1) {
    const next = PAYLOADS[turn % PAYLOADS.length] as string
    if (text.length + next.length + 1 > maxLength) break
    text += `\n${next}`
    turn++
  }

  return text
}

/** Collects the numbers of the payloads that run on any page of a context. */
export async function collectRuns(context: BrowserContext): Promise<number[]> {
  const ran: number[] = []
  await context.exposeFunction('canary', (number: number) => ran.push(number))
  return ran
}
