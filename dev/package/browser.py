#!/usr/bin/python3
"""Browser of the clean system: grants consent on the sample company's page and follows the redirect, as a
person would."""
import html
import re
import sys
import urllib.parse
import urllib.request

with urllib.request.urlopen(sys.argv[1]) as answer:
    # Billfold's link redirects to the service.
    address = answer.url
    page = answer.read().decode()
target = html.unescape(re.search(r'<form[^>]*action="([^"]*)"', page).group(1))
hidden = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', page)
fields = [(html.unescape(name), html.unescape(value)) for name, value in hidden]
body = urllib.parse.urlencode([*fields, ("decision", "allow")]).encode()
urllib.request.urlopen(urllib.parse.urljoin(address, target), body).read()
