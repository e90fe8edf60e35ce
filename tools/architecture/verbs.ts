/** A function name begins with one of these. Add a verb that the field uses, never a noun. */
export const VERBS = new Set(
  `
  abort accept acknowledge activate add adjust adopt advance allocate allow announce append
  apply approve arrange assert assess assign attach authorise await batch begin bend bind block
  break broadcast buffer build calculate call cancel cap capitalise capture carry chain challenge change
  charge check choose claim clamp clean clear clip close collapse collect combine compare
  complete compose compress compute conclude confirm connect consume contain convert copy count cover
  create credit cut debit decide declare decode decrypt define delete deliver derive describe
  destroy detect dim disable discard disconnect dismiss dispatch display distribute divide
  download drain draw drop edit enable encode encrypt end enforce enhance enlarge enqueue ensure
  enter erase escape estimate evaluate exclude execute exit expand expect expire explain export
  extend extract fail fetch fill filter find finish fire fix flatten flush focus fold follow
  forge format forward freeze gather generate get give grant group grow guard handle hash hide
  pair rewrap romanise score screen simplify unify
  cosign pair romanise score screen simplify unify
  highlight hold hydrate identify ignore illustrate implement import include increase index
  infer inflate init initialise insert inspect install interpolate intersect invalidate invest
  invite issue join judge kill launch lay leave limit link list listen load locate lock log make
  map mark mask match mature measure memoise merge migrate mine mix mount move mutate name narrow
  navigate negate normalise normalize notify observe offer omit open order pack pad paint parse
  pass patch pause pay peek perform pick place plan play poll post prepare press preview print
  probe proceed produce project promote propose prove provide publish push put query queue quote
  raise rank reactivate read rebuild recall receive recolour reconcile record recover redact
  redeem redirect reduce refetch refresh refund refuse register reinstate reject release reload
  remember remind remove rename render renew repair repeat reorganise replace replay report request require
  resend reserve reset resolve respond restart restore restrict resume retire retry return reverse
  revert review revoke rewrite rotate round run sample sanitise save scale schedule scroll
  search seed select send serialise serve set settle share shorten show shrink shuffle sign
  simulate skip slice slide smooth snap sort spawn speak split spread start steer stop store
  step stream stretch strike strip stroke submit subscribe subtract suggest sum summarise suspend
  swap sweep switch take tear terminate test throttle throw tick tidy tighten time toggle touch
  trace track transfer transform translate transliterate truncate try turn unescape unfollow
  unfreeze uninstall unlink unlock unpack unwrap view unsubscribe update upload upsert use validate verify
  visit wait walk warn watch weigh withdraw wrap write
  `
    .trim()
    .split(/\s+/),
)

/** Beginnings of names that answer a yes-or-no question. */
export const QUESTIONS = new Set(
  `
  is has can may must should needs owns matches includes equals exists contains accepts allows
  supports was were does are will
  `
    .trim()
    .split(/\s+/),
)

/** Beginnings of a conversion and of a wrapper: `toCents`, `withIdempotency`. */
export const CONVERSIONS = new Set(['to', 'with'])

/**
 * Functions whose name is a term of the field or of a library. A contract names the callers of a
 * call by a noun: `anyone`, `member`, and `admin` with its roles.
 */
export const TERMS = new Set([
  'invariant',
  'mulDiv',
  'mail',
  'admin',
  'adminMoney',
  'adminDecision',
  'adminMoneyUpload',
  'adminPersonalFile',
])

/** Words that end no function name: what follows them belongs to the parameters. */
export const PREPOSITIONS = new Set(
  `of from in at by for to with on as into after before since until between among about upon`.split(
    ' ',
  ),
)

/** Phrasal verbs, whose last word is part of the verb. */
export const PHRASAL_VERB =
  /(^|[a-z])(([Ss]ign|[Ll]og|[Cc]heck|[Oo]pt|[Bb]uil[dt]|[Zz]oom|[Ff]ill|[Ff]ade|[Ss]lide|[Ss]croll|[Mm]ove|[Cc]linch|[Bb]ring|[Tt]ype|[Ss]can)(ged|ned)?(In|To|On|Into|By)|[Tt]urnOn|[Cc]arryOn|[Ss]witchOn)$/
