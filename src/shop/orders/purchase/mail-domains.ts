/** Providers at which anybody can have a mailbox, so that their users have nothing in common. */
const PUBLIC_PROVIDERS = new Set(
  `126.com 139.com 163.com alice.it aliyun.com aol.com arcor.de att.net bell.net bellsouth.net bigpond.com
  bk.ru bluewin.ch bluemail.ch bol.com.br btinternet.com centrum.cz charter.net comcast.net cox.net
  daum.net duck.com earthlink.net email.com email.cz fastmail.com fastmail.fm foxmail.com free.fr
  freenet.de gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.net googlemail.com hanmail.net hey.com hushmail.com
  icloud.com ig.com.br inbox.lv inbox.ru interia.pl juno.com kakao.com kpnmail.nl laposte.net libero.it
  list.ru live.com love.com mac.com mail.com mail.de mail.ee mail.ru mailbox.org me.com msn.com mweb.co.za
  naver.com neuf.fr ntlworld.com o2.pl online.no onet.pl op.pl optonline.net optusnet.com.au orange.fr
  outlook.com planet.nl pm.me posteo.de posteo.net proton.me protonmail.ch protonmail.com qq.com
  rambler.ru rediffmail.com rocketmail.com rogers.com sapo.pt sbcglobal.net seznam.cz sfr.fr shaw.ca
  sina.cn sina.com sky.com skynet.be sohu.com swissonline.ch sympatico.ca t-online.de talktalk.net
  telenet.be telia.com telus.net terra.com.br tin.it tiscali.it tuta.com tuta.io tutamail.com tutanota.com
  tutanota.de ukr.net uol.com.br verizon.net videotron.ca virgilio.it virginmedia.com wanadoo.fr web.de
  wp.pl xtra.co.nz yeah.net ymail.com ziggo.nl zoho.com zohomail.com`.split(/\s+/),
)

/** Those with a domain in many countries. */
const IN_MANY_COUNTRIES = /^(gmx|hotmail|live|outlook|yahoo|yandex)\.[a-z.]{2,6}$/

/** Second levels below which countries give out names, as in `.co.uk`. */
const SECOND_LEVEL = /^(ac|co|com|edu|gob|gov|ltd|ne|net|nom|or|org|plc|sch)$/

/**
 * Returns the part of an e-mail's domain that one owner has registered: `example.com` of
 * `a.example.com`, `example.co.uk` of `a.example.co.uk`. Whoever has it can make up what is in front.
 */
export function organisationDomain(email: string): string {
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.')
  return labels.slice(SECOND_LEVEL.test(labels.at(-2) ?? '') ? -3 : -2).join('.')
}

export function isPublicMailDomain(domain: string): boolean {
  return PUBLIC_PROVIDERS.has(domain) || IN_MANY_COUNTRIES.test(domain)
}
