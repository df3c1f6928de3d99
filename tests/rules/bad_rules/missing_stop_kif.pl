% Rules in KIF.
(role white)
(role black)
(init (control white))
(<= (legal ?p go)
    (true (control ?p)))
