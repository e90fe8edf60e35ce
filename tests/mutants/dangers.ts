// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are source code
import type { Mutant } from '../../tools/mutants.ts'

const architectureCheck = 'node tools/check-architecture.ts'

/** What makes a text do something, each once: the rules of tools/architecture/dangers.ts notice it. */
export const mutants: Mutant[] = [
  {
    name: 'standard: a formula that is run',
    why: 'whoever writes the formula of a plan writes code of the server',
    file: 'src/lib/formula.ts',
    with:
      'export const worthBy = (formula: string): number => new Function(`return ' +
      '${formula}`)()\n',
    caughtBy: architectureCheck,
    says: 'no text becomes code',
  },
  {
    name: 'standard: a picture turned by a program of the system',
    why: 'what stands in a file’s name would be a command',
    file: 'src/platform/turned.ts',
    with:
      "import { execSync } from 'node:child_process'\n\nexport const turned = (path: string) " +
      "=> execSync('convert -auto-orient '.concat(path))\n",
    caughtBy: architectureCheck,
    says: 'no command of the system',
  },
  {
    name: 'standard: a search whose words are part of the query',
    why: 'one of the staff who may only read would write, and read what nobody may',
    file: 'src/modules/audit/queries.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how it stands in the file
    replace: 'a.details::text) ilike ${like}`',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a defect as it would stand
    with: "a.details::text) ilike '${sql.raw(like)}'`",
    caughtBy: architectureCheck,
    says: 'SQL takes texts as parameters',
  },
  {
    name: 'standard: a search whose words are a pattern',
    why: 'a bracket breaks it, and a pattern that never ends holds the server up',
    file: 'src/lib/parse-search-amount.ts',
    replace: 'export ',
    with:
      'export const soughtIn = (text: string, words: string) => new RegExp(words, ' +
      "'i').test(text)\nexport ",
    caughtBy: architectureCheck,
    says: 'no pattern from a text',
  },
  {
    name: 'standard: a testimonial shown as markup',
    why: 'what a member wrote would run in the browser of every visitor',
    file: 'src/modules/testimonials/components/own-testimonial.tsx',
    replace: '<blockquote className={styles.words}>{own.words}</blockquote>',
    with: '<blockquote className={styles.words} dangerouslySetInnerHTML={{ __html: own.words }} />',
    caughtBy: architectureCheck,
    says: 'no text becomes markup',
  },
  {
    name: 'standard: a sentence of the log with an address in it',
    why: 'a percent sign in it asks for what isn’t there, and no program finds the sentence again',
    file: 'src/platform/http/log.ts',
    replace: "      'answered',\n",
    with: "      'answered '.concat(c.req.path),\n",
    caughtBy: architectureCheck,
    says: "a log's sentence is ours",
  },
  {
    name: 'standard: an upload read as XML',
    why: 'it names files of ours and addresses within our network, and the parser fetches them',
    file: 'src/platform/files/uploads.ts',
    replace: "import sharp, { type Metadata } from 'sharp'\n",
    with:
      "import sharp, { type Metadata } from 'sharp'\nimport { parseXml } from " +
      "'libxmljs2'\n\nexport const readXml = (text: string) => parseXml(text, { noent: true " +
      '})\n',
    caughtBy: architectureCheck,
    says: 'no parser of markup, no objects out of bytes',
  },
  {
    name: 'standard: a page that listens to other windows',
    why: 'a site that opens ours would keep a session alive that its owner has left',
    file: 'src/platform/client/activity.ts',
    replace: "if (typeof document !== 'undefined')\n",
    with:
      "if (typeof window !== 'undefined') window.addEventListener('message', note)\n\nif " +
      "(typeof document !== 'undefined')\n",
    caughtBy: architectureCheck,
    says: 'a page listens to no other window',
  },
  {
    name: 'standard: a proof shown by a plug-in',
    why: 'what a member sent would be opened by whatever the browser of the staff has for it',
    file: 'src/modules/deposits/components/deposit-review.tsx',
    replace:
      '<img className={styles.proof} src={path} alt="Proof of payment, as the member ' +
      'uploaded it" />',
    with: '<embed className={styles.proof} src={path} type={type} />',
    caughtBy: architectureCheck,
    says: 'nothing of the past in a page',
  },
  {
    name: 'standard: an address of somebody’s that the server opens',
    why: 'it asks our own network for whoever can’t reach it',
    file: 'src/platform/fetched.ts',
    with: 'export const fetched = async (url: string) => await (await fetch(url)).bytes()\n',
    caughtBy: architectureCheck,
    says: 'one way out',
  },
]
