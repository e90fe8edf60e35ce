/**
 * Where a replaced word is refused. `prose` is comments, visible texts, test names and documents;
 * `texts` is what the product shows, and nothing else.
 */
export type Place = 'names' | 'prose' | 'sql' | 'texts'

export type ReplacedWord = {
  /** Single words for names; words or phrases for prose. */
  words: string[]
  use: string
  in: Place[]
  /** Files in which the word is the term of the field. */
  except?: RegExp
}

/** The names of the icon set. */
const ICONS = /^src\/ui\/icons\.ts$/

/** Texts about buildings: the operator's head office and what real estate plans own. */
const OFFICE_BUILDINGS = /^src\/web\/site\/(contact|parts\/office-map|copy\/services)/

/**
 * The words that the language guide replaces. A plural or a verb form is listed as its own word.
 */
export const REPLACED_WORDS: ReplacedWord[] = [
  {
    words: ['house', 'houses'],
    use: 'site, operator, administration or business date',
    in: ['names', 'prose', 'sql'],
    except: ICONS,
  },
  {
    words: ['office', 'offices'],
    use: 'back office',
    in: ['names', 'prose', 'sql'],
    except: OFFICE_BUILDINGS,
  },
  {
    words: ['told', 'tell', 'tells', 'telling', 'untold'],
    use: 'notify, show or quote',
    in: ['names', 'prose', 'sql'],
  },
  {
    words: ['asked', 'said', 'wanted', 'given', 'seen'],
    use: 'request, input, query, params or observed',
    in: ['names'],
    // the first sighting of a payment on chain
    except: /\/(chains|deposits|withdrawals)\//,
  },
  {
    words: ['kept', 'keep', 'keeps', 'keeping', 'keeper'],
    use: 'store, cache or retain',
    in: ['names', 'prose', 'sql'],
  },
  {
    words: ['seal', 'seals', 'sealed', 'sealing', 'unsealed', 'unseal'],
    use: 'chain or finalise in the ledger, encrypt for secrets',
    in: ['names', 'prose', 'sql'],
    except: ICONS,
  },
  { words: ['look', 'looks'], use: 'check', in: ['names'] },
  { words: ['words'], use: 'labels, messages or copy', in: ['names'], except: /^tools\// },
  {
    words: ['notice', 'notices'],
    use: 'notification, redemption notice or callout',
    in: ['names'],
    except: /\/(plans|withdrawals|portfolio)\//,
  },
  {
    words: ['alarm', 'alarms', 'alarmed'],
    use: 'alert or compromise report',
    in: ['names', 'prose', 'sql'],
  },
  { words: ['purse', 'purses'], use: 'sub-account', in: ['names', 'prose', 'sql'] },
  {
    words: ['law', 'laws'],
    use: 'architecture rule',
    in: ['names', 'prose'],
    except: /legal|terms|privacy|eligibility|compliance/,
  },
  { words: ['planted', 'planting'], use: 'seeded mutant', in: ['names', 'prose'] },
  { words: ['ticket', 'tickets'], use: 'MFA challenge', in: ['names', 'prose', 'sql'] },
  { words: ['dossier', 'dossiers'], use: 'data export', in: ['names', 'prose', 'sql'] },
  { words: ['folio', 'folios'], use: 'journal number', in: ['names', 'prose', 'sql'] },
  {
    words: ['beside', 'fits', 'known', 'refuse'],
    use: 'posting_key, receipt_matches, find_replay or raise_rejection',
    in: ['sql'],
    // the permission identity.refuse
    except: /protect_verification\.sql$/,
  },
  {
    words: ['awake', 'wake', 'wakes', 'woken', 'asleep'],
    use: 'enhance',
    in: ['names', 'prose', 'sql'],
  },
  {
    words: ['fresh proof', 'freshly proven'],
    use: 'step-up or recent authentication',
    in: ['prose'],
  },
  {
    words: ['rests', 'resting', 'thaw', 'thawed', 'thaws'],
    use: 'paused, on hold or unfreeze',
    in: ['names', 'prose', 'sql'],
  },
  { words: ['let stand', 'lets stand'], use: 'accepted exception', in: ['prose'] },
  { words: ['carried', 'late'], use: 'request context or lazy', in: ['names'] },
  { words: ['hygiene'], use: 'request sanity', in: ['names', 'prose'] },
  { words: ['tally', 'tallies'], use: 'count', in: ['names', 'prose', 'sql'] },
  { words: ['forgive', 'forgiven', 'forgives'], use: 'reset limit', in: ['names', 'prose'] },
  { words: ['farewell'], use: 'account closed', in: ['names', 'prose'] },
  { words: ['most', 'least'], use: 'max or min', in: ['names'] },
  { words: ['anew'], use: 'again', in: ['names', 'prose', 'sql'] },
  { words: ['of now', 'of before'], use: 'current or previous', in: ['prose'] },
  {
    words: ['nobody', 'somebody', 'anybody', 'whoever', 'whomever'],
    use: 'the subject: the member, the caller, another admin, the job',
    in: ['names', 'prose', 'sql'],
  },
  { words: ['floors', 'rooms'], use: 'layers or modules', in: ['prose'] },
  { words: ['story', 'stories'], use: 'timeline or sample data', in: ['names', 'prose', 'sql'] },
  { words: ['standing', 'standings'], use: 'state or status', in: ['names'] },
  { words: ['door', 'doors'], use: 'public file or entry', in: ['names', 'prose'] },
  { words: ['act', 'acts'], use: 'step, audit event or permission', in: ['names', 'sql'] },
  { words: ['books'], use: 'integrity or ledger', in: ['names', 'sql'] },
  { words: ['stands', 'goes on'], use: 'is, applies or continues', in: ['prose'] },
  { words: ['stood', 'whom'], use: 'was, or a sentence with a subject', in: ['texts'] },
  {
    words: ['no promise', 'promises nothing'],
    use: 'not guaranteed',
    in: ['texts'],
  },
  { words: ['in no balance', 'part of no balance'], use: 'not included', in: ['texts'] },
  { words: ['of then', 'rate of the moment'], use: 'the rate at that time', in: ['texts'] },
  { words: ['asked for a', 'you asked for'], use: 'request', in: ['texts'] },
  { words: ['we state', 'you are mailed', 'is mailed', 'are mailed'], use: 'we', in: ['texts'] },
  { words: ['e-mail', 'e-mails'], use: 'email', in: ['texts'] },
  { words: ['log-in', 'log-ins'], use: 'login, or log in', in: ['texts'] },
  { words: ['sign in', 'signs in', 'signed in'], use: 'log in', in: ['texts'] },
  { words: ['second factor', 'second factors'], use: 'two-factor authentication', in: ['texts'] },
  { words: ['can be left'], use: 'withdraw any time', in: ['texts'] },
  {
    words: ['look at', 'what waits', 'by itself'],
    use: 'view, pending, automatically',
    in: ['texts'],
  },
  { words: ['the books', 'of the books'], use: 'the ledger', in: ['texts'] },
]

/** Plain uses of a replaced word. They are removed from a text before it is read. */
export const ALLOWED_PHRASES: RegExp[] = [
  /\bback[ -]offices?\b/gi,
  /\b(registered|head|post) offices?\b/gi,
  /\bstands for\b/gi,
  /\bopen books\b/gi,
  /\bindoor|\boutdoor/gi,
  /\bwarehouse/gi,
  /\bkeep-?alive\b/gi,
  /\bkeep a changelog\b/gi,
  /\bby law\b/gi,
]

/** Terms of the field that are part of a name. They are removed from a name before it is read. */
export const ALLOWED_NAME_PARTS: RegExp[] = [
  /redemption[_-]?notices?/gi,
  /notice_?period/gi,
  /requiring_?notice/gi,
  // the public books: /transparency
  /open[_-]?books/gi,
  // the words that a password must not consist of
  /(common|context)_?words/gi,
]

/** Names of the platform, of packages and of the contract that contain a replaced word. */
export const ALLOWED_NAMES = new Set([
  'keepAlive',
  'keepAliveInitialDelayMillis',
  'keepAliveTimeout',
  'keepalive',
  'keepPreviousData',
  // the flag of a payment that arrives after its quote expired
  'late',
  // a column of pg-boss
  'keep_until',
])
