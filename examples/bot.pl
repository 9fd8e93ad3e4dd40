#!/usr/bin/env perl
# A bot in another language: every message is a line of JSON, every answer too.
use strict;
use warnings;
use JSON::PP;

$| = 1;    # an answer that stays in a buffer is an answer that comes too late

while (my $line = <STDIN>) {
    my $message = decode_json($line);
    if ($message->{type} eq 'hello') {
        print encode_json({ name => 'perl' }), "\n";
    }
    elsif ($message->{type} eq 'choose') {
        print encode_json({ move => choose($message) }), "\n";
    }
}

# The stock card if it goes, else any other play, else any discard.
sub choose {
    my ($message) = @_;
    my @legal = @{ $message->{legal} };
    my @plays = grep { />b/ } @legal;
    my @stock = grep { /^s/ } @plays;
    srand($message->{seed});
    my @best = @stock ? @stock : @plays ? @plays : @legal;
    return $best[ rand @best ];
}
