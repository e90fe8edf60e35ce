/** Answers a file as a download: no browser displays or runs it under our address. */
export function download(file: File, reply: Headers): Response {
  const name = file.name.replace(/[^\w.-]/g, '_')
  reply.set('content-type', file.type)
  reply.set('content-disposition', `attachment; filename="${name}"`)
  reply.set('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
  reply.set('x-content-type-options', 'nosniff')
  return new Response(file, { headers: reply })
}
